import type { MessageType, ParsedMessage } from "@botwright/core";
import { isRecord } from "@botwright/core";
import type { StoredValue } from "../runs/storage-trace.ts";
import type { TranscriptStep } from "../runs/transcript.ts";
import { code, literal, templateText } from "./write-literal.ts";

/** The statements of a test. */
interface WrittenSteps {
  readonly lines: readonly string[];
  /** The people's files, by their names in the conversation. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly usesAssert: boolean;
}

/** Options of {@link writeSteps}. */
interface WriteStepsOptions {
  /** The plugin under test. */
  readonly slug: string;
  readonly nameOf: (id: string) => string;
}

/** The indentation of a conversation's lines in the test. */
const INDENT = "    ";

/** Writes steps as conversations, with the statements that are needed between their messages. */
export function writeSteps(
  steps: readonly TranscriptStep[],
  { slug, nameOf }: WriteStepsOptions,
): WrittenSteps {
  const lines: string[] = [];
  const files = new Map<string, Uint8Array>();
  let usesAssert = false;
  /** The lines of the current conversation. */
  let block: string[] = [];
  let before: number | undefined;

  function endBlock(): void {
    if (block.length === 0) return;
    const withFiles = files.size > 0 ? ", { files }" : "";
    const text = block.map((line) => (line === "" ? "" : INDENT + line)).join("\n");
    lines.push(`await playConversation(h, \`\n${text}\n  \`${withFiles});`);
    block = [];
  }

  for (const step of steps) {
    const { message, at, found, bytes, sends } = step;
    const pause = pauseBetween(before, at);
    before = at;
    if (found.length > 0) endBlock();
    for (const one of found) lines.push(prepareStorage(one, slug));
    if (pause !== undefined) block.push(pause);
    if (!isWritable(step)) {
      endBlock();
      usesAssert = true;
      lines.push(...writeCalls(step, nameOf(message.from)));
      continue;
    }
    const name = nameOfFile(message, files.size + 1);
    if (name !== undefined && bytes !== undefined) files.set(name, bytes);
    block.push(...writeLine(nameOf(message.from), { ...message, name, quote: quoteIn(message) }));
    if (sends.length === 0) block.push("(no answer)");
    for (const sent of sends) block.push(...writeLine("bot", sent));
  }
  endBlock();
  return { lines, files, usesAssert };
}

/** The units of a pause, largest first. */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A pause of at least a minute, as a line; a shorter one only shows how fast the person typed. */
function pauseBetween(before: number | undefined, at: number): string | undefined {
  if (before === undefined) return undefined;
  for (const [unit, ms] of UNITS) {
    const count = Math.floor((at - before) / ms);
    if (count > 0) return `(${count} ${unit}${count === 1 ? "" : "s"} later)`;
  }
  return undefined;
}

function prepareStorage({ plugin, key, value }: StoredValue, slug: string): string {
  const storage = plugin === slug ? code`h.storage` : code`h.storageOf(${literal(plugin)})`;
  if (value === null) return code`await ${storage}.delete(${literal(key)});`.code;
  return code`await ${storage}.set(${literal(key)}, ${literal(value, "  ")});`.code;
}

/** Whether the syntax of a conversation can express the step. */
function isWritable({ message, sends }: TranscriptStep): boolean {
  const texts = [message.text, ...sends.map(({ text = "" }) => text)];
  const quote = quoteIn(message) ?? "";
  return (
    texts.every(isPlain) && (message.type !== "text" || message.text !== "") && !/["\n]/.test(quote)
  );
}

/** Whether a text survives the syntax, which trims lines and drops lines of white space. */
function isPlain(text: string): boolean {
  return text === text.trim() && !/\r|\n[ \t]+(?:\n|$)|[ \t]\n/.test(text);
}

/** Writes a message that the syntax cannot express, as calls. */
function writeCalls({ message, sends }: TranscriptStep, name: string): string[] {
  const quote = quoteIn(message);
  const text = literal(message.text);
  const options = quote === undefined ? code`` : code`, ${literal({ quote: { text: quote } })}`;
  const replies = literal(sends.filter(({ type }) => type === "text").map((sent) => sent.text));
  const turn = code`await h.user(${literal(name)}).says(${text}${options})`;
  return [code`assert.deepEqual((${turn}).replies, ${replies});`.code];
}

interface Line {
  readonly type: MessageType;
  readonly text?: string | undefined;
  readonly name?: string | undefined;
  readonly quote?: string | undefined;
}

/** Writes a message as lines of a conversation, as {@link templateText}. */
function writeLine(from: string, { type, text = "", name, quote }: Line): string[] {
  const medium = type === "text" ? "" : ` [${[type, name].filter(Boolean).join(" ")}]`;
  const answering = quote === undefined ? "" : ` answering "${quote}"`;
  const said = text === "" ? "" : `: ${text}`;
  const [first = "", ...rest] = templateText(`${from}${medium}${answering}${said}`).split("\n");
  return [first, ...rest.map((line) => (line === "" ? "" : `  ${line}`))];
}

function quoteIn({ quotedMessage }: ParsedMessage): string | undefined {
  const item = quotedMessage?.item;
  return isRecord(item) && typeof item["text"] === "string" ? item["text"] : undefined;
}

const ENDINGS = { image: "png", voice: "silk", video: "mp4" } as const;

/** A file's own name if it can stand in brackets, otherwise a made-up name. */
function nameOfFile({ type, file }: ParsedMessage, number: number): string | undefined {
  if (type === "text") return undefined;
  if (type === "file") return (file?.file_name ?? "file").replaceAll(/[\]\n]/g, "-");
  return `${type}-${number}.${ENDINGS[type]}`;
}
