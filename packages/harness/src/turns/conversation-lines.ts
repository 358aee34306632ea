import type { MessageType } from "@botwright/core";
import { HarnessError } from "../errors.ts";

/** A message in a written conversation. */
export interface WrittenMessage {
  readonly kind: "message";
  /** Line number of its first line, from 1. */
  readonly line: number;
  /** The sender; `bot` is the bot. */
  readonly from: string;
  readonly type: MessageType;
  /** Text, caption or transcription; `""` without. */
  readonly text: string;
  /** The file's name. */
  readonly name: string | undefined;
  /** The text of the quoted message. */
  readonly answering: string | undefined;
}

/** A pause between messages. */
interface WrittenPause {
  readonly kind: "pause";
  readonly line: number;
  readonly ms: number;
}

/** Expects that the bot sends nothing. */
interface WrittenSilence {
  readonly kind: "silence";
  readonly line: number;
}

/** One entry of a written conversation. */
type WrittenEntry = WrittenMessage | WrittenPause | WrittenSilence;

/** The bot's name in a written conversation. */
export const BOT = "bot";

const MESSAGE =
  /^(?<from>[\w-]+)(?: \[(?<type>image|voice|video|file)(?: (?<name>[^\]]+))?\])?(?: answering "(?<answering>.*?)")?(?:: ?(?<text>.*))?$/;
const PAUSE = /^\((?<count>\d+) (?<unit>second|minute|hour|day)s? later\)$/;
const UNITS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/**
 * Reads a conversation. A line that starts with two blanks continues the text above, and so does an
 * empty line before such a line.
 *
 * @throws {HarnessError} `INVALID_CONVERSATION` with the line
 */
export function parseConversation(text: string): WrittenEntry[] {
  const entries: WrittenEntry[] = [];
  let blanks = 0;
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const last = entries.at(-1);
    if (written.trim() === "") {
      blanks++;
      continue;
    }
    if (written.startsWith("  ") && last?.kind === "message") {
      const rest = `${"\n".repeat(blanks + 1)}${written.slice(2)}`;
      entries[entries.length - 1] = { ...last, text: last.text + rest };
    } else {
      const entry = parseLine(written.trimEnd(), index + 1);
      assertOrder(entry, last);
      entries.push(entry);
    }
    blanks = 0;
  }
  return entries;
}

/** Whether the bot is the sender. */
export function isBotMessage(entry: WrittenEntry | undefined): entry is WrittenMessage {
  return entry?.kind === "message" && entry.from === BOT;
}

/** The expectation of an answer must be below a message; otherwise no check would read it. */
function assertOrder(entry: WrittenEntry, before: WrittenEntry | undefined): void {
  const { kind, line } = entry;
  if (kind === "silence" && (before?.kind !== "message" || isBotMessage(before))) {
    throw unreadable(line, '"(no answer)" has to stand alone below a message of a person');
  }
  if (!isBotMessage(entry)) return;
  if (before?.kind !== "message") {
    throw unreadable(line, "what the bot says has to stand below a message of a person");
  }
  if (entry.answering !== undefined) throw unreadable(line, "what the bot quotes is not checked");
}

function unreadable(line: number, why: string): HarnessError {
  return new HarnessError("INVALID_CONVERSATION", `Line ${line} cannot be read: ${why}`);
}

function parseLine(written: string, line: number): WrittenEntry {
  if (written === "(no answer)") return { kind: "silence", line };
  const pause = PAUSE.exec(written)?.groups;
  if (pause !== undefined) {
    return { kind: "pause", line, ms: Number(pause["count"]) * (UNITS[pause["unit"] ?? ""] ?? 0) };
  }
  const groups = MESSAGE.exec(written)?.groups;
  const { from, type = "text", name, answering, text } = groups ?? {};
  if (from === undefined || (type === "text" && text === undefined)) {
    throw unreadable(
      line,
      `${written}\nWrite "ann: hello", "bot: hello", "ann [image cat.png]: caption", "(2 hours later)" or "(no answer)"; a further line of a text begins with two blanks.`,
    );
  }
  return { kind: "message", line, from, type: toType(type), text: text ?? "", name, answering };
}

function toType(word: string): MessageType {
  const types: readonly MessageType[] = ["image", "voice", "video", "file"];
  return types.find((type) => type === word) ?? "text";
}

/** A message as a line, for comparison and for people. */
export function formatLine(message: {
  readonly from: string;
  readonly type: MessageType;
  readonly text?: string | undefined;
  readonly name?: string | undefined;
}): string {
  const { from, type, text = "", name } = message;
  const medium = type === "text" ? "" : ` [${[type, name].filter(Boolean).join(" ")}]`;
  const said = text === "" ? "" : `: ${text.replaceAll(/\n(?!\n)/g, "\n  ")}`;
  return `${from}${medium}${said}`;
}
