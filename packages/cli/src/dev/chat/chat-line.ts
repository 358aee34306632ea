import { type Platform, PLATFORMS } from "@botwright/core";
import type { MediaType } from "@botwright/harness";

/** The meaning of a line that a person types. */
export type ChatLine =
  | { readonly type: "say"; readonly text: string }
  | {
      readonly type: "send";
      readonly kind: MediaType;
      readonly path: string;
      /** The transcription of a voice message. */
      readonly words?: string;
    }
  | { readonly type: "platform"; readonly platform: Platform }
  | { readonly type: "user"; readonly name: string }
  | { readonly type: "save"; readonly path: string | undefined }
  | { readonly type: "help" }
  | { readonly type: "quit" }
  | { readonly type: "nothing" }
  /** An invalid line, with advice on what to type instead. */
  | { readonly type: "mistake"; readonly advice: string };

/** The commands of the chat. */
export const CHAT_HELP: string = `/platform <name>   talk on ${PLATFORMS.join(", ")}
/user <name>       write as another person
/image <path>      send a picture; also /video, /file
/voice <path>      send a voice message; /voice <path>: <words> says what is heard in it
/save [path]       keep the last run, for botwright replay: in a file, or in a folder
/quit              end (or Ctrl-C)
//text             say something that begins with a slash`;

/** Reads a line of the chat. */
export function parseChatLine(line: string): ChatLine {
  const text = line.trim();
  if (text === "") return { type: "nothing" };
  if (!text.startsWith("/")) return { type: "say", text: line };
  if (text.startsWith("//")) return { type: "say", text: text.slice(1) };
  const [, command = "", rest = ""] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  switch (command) {
    case "platform": {
      const platform = PLATFORMS.find((known) => known === rest.toLowerCase());
      if (platform !== undefined) return { type: "platform", platform };
      return mistake(`/platform takes one of ${PLATFORMS.join(", ")}`);
    }
    case "user":
      if (/^[\w-]+$/.test(rest)) return { type: "user", name: rest };
      return mistake("/user takes a name of letters and digits, as in /user ann");
    case "voice":
      if (rest !== "") return parseVoice(rest);
      return mistake("/voice takes the path of a file, as in /voice note.ogg: buy milk");
    case "image":
    case "video":
    case "file":
      if (rest !== "") return { type: "send", kind: command, path: unquote(rest) };
      return mistake(`/${command} takes the path of a file`);
    case "save":
      return { type: "save", path: rest === "" ? undefined : unquote(rest) };
    case "help":
      return { type: "help" };
    case "quit":
    case "exit":
      return { type: "quit" };
    default:
      return mistake(
        `There is no /${command}; /help lists what there is, and //${command} says it to the bot`,
      );
  }
}

/** Parses `note.ogg: buy milk`, or only a path; a path with a colon and a space must be in quotes. */
function parseVoice(text: string): ChatLine {
  const [, path = text, words = ""] = /^(".*?"|'.*?'|.*?)(?::(?:\s+(.*))?)?$/s.exec(text) ?? [];
  const heard = words.trim();
  return {
    type: "send",
    kind: "voice",
    path: unquote(path.trim()),
    ...(heard !== "" && { words: heard }),
  };
}

/** Removes quotes around a path, which terminals add when a file is dropped on them. */
function unquote(path: string): string {
  return /^(?<quote>["']).*\k<quote>$/s.test(path) ? path.slice(1, -1) : path;
}

function mistake(advice: string): ChatLine {
  return { type: "mistake", advice };
}
