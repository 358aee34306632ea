import type { MessageType } from "@botwright/core";
import type { SentMessage } from "@botwright/simulators";
import {
  BOT,
  formatLine,
  isBotMessage,
  parseConversation,
  type WrittenMessage,
} from "./conversation-lines.ts";
import { HarnessError } from "../errors.ts";
import type { Harness } from "../harness.ts";
import type { Turn } from "./turn.ts";

/** Options of {@link playConversation}. */
export interface ConversationOptions {
  /** The contents of the files that people send, by name. @default a few bytes of the right kind */
  readonly files?: Readonly<Record<string, Uint8Array>>;
}

/** A picture of one pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/**
 * Plays a written conversation, and checks that the bot sends exactly the lines below each message.
 *
 * A line is `ann: hello` or `bot: hello`; a further line of a text starts with two blanks. Files
 * are `ann [image cat.png]: caption` and `bot [file list.csv]`, a quote is `ann answering "hello":
 * yes`. `(2 hours later)` moves the clock, `(no answer)` expects that the bot sends nothing.
 *
 * @throws {HarnessError} `EXPECTATION_FAILED` at the first difference; `INVALID_CONVERSATION`
 * @example
 * await playConversation(h, `
 *   ann: weather Berlin
 *   bot: Berlin: 7 °C
 * `);
 */
export async function playConversation(
  harness: Harness,
  conversation: string,
  options: ConversationOptions = {},
): Promise<readonly Turn[]> {
  const entries = parseConversation(withoutIndent(conversation));
  const turns: Turn[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "pause") harness.clock.advance(entry.ms);
    if (entry.kind !== "message" || isBotMessage(entry)) continue;
    const rest = entries.slice(index + 1);
    const end = rest.findIndex((next) => !isBotMessage(next));
    const expected = (end === -1 ? rest : rest.slice(0, end)).filter(isBotMessage);
    const turn = await say(harness, entry, options);
    compare(entry, expected, turn);
    turns.push(turn);
  }
  return turns;
}

/** A conversation inside of code is indented as a whole. */
function withoutIndent(text: string): string {
  const lines = text.split("\n");
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = /^\s*/.exec(first)?.[0] ?? "";
  return lines
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join("\n");
}

function say(
  harness: Harness,
  message: WrittenMessage,
  options: ConversationOptions,
): Promise<Turn> {
  const { from, type, text, name, answering } = message;
  const user = harness.user(from);
  const common = {
    ...(answering !== undefined && { quote: { text: answering } }),
  };
  const words = { ...common, ...(text !== "" && { caption: text }) };
  const bytes = (name === undefined ? undefined : options.files?.[name]) ?? contentOf(type, name);
  switch (type) {
    case "image":
      return user.sendsImage(bytes, words);
    case "video":
      return user.sendsVideo(bytes, words);
    case "file":
      return user.sendsFile(bytes, name ?? "file", words);
    case "voice":
      return user.sendsVoice(bytes, { ...common, ...(text !== "" && { transcription: text }) });
    default:
      return user.says(text, common);
  }
}

function contentOf(type: MessageType, name = ""): Uint8Array {
  return type === "image" ? DOT : Buffer.from(`${type} ${name}`);
}

function compare(said: WrittenMessage, expected: readonly WrittenMessage[], turn: Turn): void {
  const wanted = expected.map(formatLine);
  const got = turn.sends.map((item, index) => formatLine(toLine(item, expected[index])));
  if (wanted.length === got.length && wanted.every((line, index) => line === got[index])) return;
  const why = turn.error === undefined ? "" : `\n\nThe plugin has failed: ${turn.error.message}`;
  throw new HarnessError(
    "EXPECTATION_FAILED",
    `Line ${said.line}: ${formatLine(said)}\n\nExpected:\n${list(wanted)}\n\nInstead:\n${list(got)}${why}`,
  );
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? "(no answer)" : lines.join("\n");
}

/** A sent file without a name in the conversation may have any. */
function toLine(
  { type, text, name }: SentMessage,
  expected: WrittenMessage | undefined,
): Parameters<typeof formatLine>[0] {
  const isNamed = expected?.type !== type || expected.name !== undefined;
  return { from: BOT, type, text, ...(isNamed && { name }) };
}
