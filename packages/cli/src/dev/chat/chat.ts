import { basename } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { describeError, type Platform } from "@botwright/core";
import { mediaContent, type MediaContent } from "@botwright/harness";
import { readNamedFile } from "../../named-file.ts";
import type { Terminal } from "../../terminal.ts";
import { CHAT_HELP, type ChatLine, parseChatLine } from "./chat-line.ts";
import type { DevEvent } from "../events.ts";
import { saveRun } from "../runs/save-run.ts";
import type { DevSession } from "../session.ts";

/** The chat with the person at the terminal. */
export interface Chat {
  /** Prints without damaging the line that the person is typing. */
  readonly print: (write: () => void) => void;
  /** Whether the message was just typed in the terminal, where it is visible already. */
  readonly isTyped: (event: DevEvent) => boolean;
  /** Resolves when the person quits, or all piped input has been sent. */
  readonly talk: (session: DevSession) => Promise<void>;
}

/** Options of {@link openChat}. */
export interface ChatOptions {
  readonly terminal: Terminal;
  readonly platform: Platform;
  readonly user: string;
  /** Prints text that does not belong to an event: help, errors, file names. */
  readonly note: (text: string) => void;
}

/** Opens a chat on the terminal's lines. */
export function openChat({ terminal, platform, user, note }: ChatOptions): Chat {
  const { stdin, stdout, isInteractive, signal, cwd } = terminal;
  const who = { platform, user };
  /** Senders of messages that were typed here and whose event has not come yet, as `platform/from`. */
  const typed = new Set<string>();
  let lines: Interface | undefined;

  /** Prints, and then redraws the line that is being typed below the new output. */
  function print(write: () => void): void {
    if (lines === undefined || !isInteractive) return write();
    stdout.stream.write("\r\u001B[J");
    write();
    prompt();
  }

  function prompt(): void {
    if (!isInteractive) return;
    const asks = `${stdout.style("dim", who.platform)} ${stdout.style("cyan", who.user)} › `;
    // readline both writes the prompt and measures it.
    lines?.setPrompt(stdout.written(asks));
    lines?.prompt(true);
  }

  async function send(session: DevSession, content: Content): Promise<void> {
    const from = session.idOf(who.platform, who.user);
    if (isInteractive) typed.add(`${who.platform}/${from}`);
    await session.say(who.platform, { from, ...content });
  }

  async function save(session: DevSession, given: string | undefined): Promise<void> {
    const run = await session.lastRun();
    if (run === undefined) return note("Nothing was said yet");
    const { file, command } = await saveRun(run, { cwd, path: given });
    note(`Saved ${file}; ${command} runs it again`);
  }

  async function act(session: DevSession, line: ChatLine): Promise<void> {
    switch (line.type) {
      case "say":
        return send(session, { text: line.text });
      case "send":
        return send(session, await readMedium(line, cwd));
      case "platform":
        who.platform = line.platform;
        return;
      case "user":
        who.user = line.name;
        return;
      case "save":
        return save(session, line.path);
      case "help":
        return note(CHAT_HELP);
      case "mistake":
        return note(line.advice);
      default:
    }
  }

  async function talk(session: DevSession): Promise<void> {
    // Ctrl-C may have come while the session started.
    if (signal.aborted) return;
    const reading = createInterface({
      input: stdin,
      ...(isInteractive && { output: stdout.stream, terminal: true }),
    });
    lines = reading;
    const broken = Promise.withResolvers<void>();
    const close = (): void => {
      reading.close();
      // A person who closes the input does not wait for the answer to the last line.
      broken.resolve();
    };
    signal.addEventListener("abort", close);
    // In raw mode, Ctrl-C is a key press and not a signal.
    reading.on("SIGINT", close);
    let isSilent = true;
    prompt();
    try {
      for await (const text of reading) {
        const line = parseChatLine(text);
        if (line.type === "quit") return;
        isSilent &&= line.type === "nothing";
        const acting = act(session, line).catch((error: unknown) => {
          note(describeError(error).message);
        });
        await Promise.race([acting, broken.promise]);
        prompt();
      }
    } finally {
      signal.removeEventListener("abort", close);
      reading.close();
      lines = undefined;
      if (isInteractive) stdout.line();
    }
    // Without a terminal and without input, the page is served until the process is ended.
    if (isSilent && !isInteractive && !signal.aborted) await aborted(signal);
  }

  return {
    print,
    talk,
    isTyped: (event) => event.type === "said" && typed.delete(`${event.platform}/${event.from}`),
  };
}

type Content = { readonly text: string } | MediaContent;

async function readMedium(
  { kind, path, words }: Extract<ChatLine, { type: "send" }>,
  cwd: string,
): Promise<MediaContent> {
  const bytes = new Uint8Array(await readNamedFile(path, cwd));
  const heard = words !== undefined && { transcription: words };
  return mediaContent(kind, { bytes, name: basename(path), ...heard });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((end) => {
    signal.addEventListener("abort", () => end(), { once: true });
  });
}
