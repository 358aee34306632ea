import { assertKnown } from "../assert-kinds.ts";
import { SimulatorError } from "../errors.ts";
import { isRecord } from "../http/http.ts";
import type { UserMessage } from "./user-message.ts";

const CONTENTS = ["text", "image", "voice", "video", "file"] as const;
const FIELDS = ["from", ...CONTENTS, "caption", "quote"];
const MEDIA_FIELDS = ["bytes", "name", "mime", "transcription", "playtime"];
const QUOTE_FIELDS = ["text", "from"];

/** What a message has on some platforms only: beside its content, or the words of a voice message. */
type Addition = "caption" | "quote" | "transcription";

/**
 * Checks the fields that every platform needs, and that the message has no field that people cannot send on this one
 * or that no message has.
 * A test in JavaScript has no compiler that checks it, and the bot would not get words that its test says.
 *
 * @param lacks What people cannot add.
 * @returns the same message
 * @throws {SimulatorError} `INVALID_INPUT` naming the field
 */
export function assertUserMessage(
  message: UserMessage,
  lacks: readonly Addition[] = [],
): UserMessage {
  const given: unknown = message;
  if (!isRecord(given)) throw invalid("A message must be an object, such as { from, text }.");
  if (typeof given["from"] !== "string" || given["from"] === "") {
    throw invalid("`from` must be the sender's id, a text such as 1001.");
  }
  assertKnown("field", "a message", given, FIELDS);
  assertContent(given);
  assertOptionalText("caption", given["caption"]);
  assertQuote(given["quote"]);
  const { voice } = given;
  const additions: Readonly<Record<string, unknown>> = {
    ...given,
    transcription: isRecord(voice) ? voice["transcription"] : undefined,
  };
  assertOptionalText("voice.transcription", additions["transcription"]);
  const lacking = lacks.find((name) => additions[name] !== undefined);
  if (lacking === undefined) return message;
  const advice = lacking === "transcription" ? ", or use placeTranscription" : "";
  throw invalid(`Messages on this platform have no ${lacking}: leave \`${lacking}\` out${advice}.`);
}

function assertQuote(quote: unknown): void {
  if (quote === undefined) return;
  if (!isRecord(quote) || typeof quote["text"] !== "string") {
    throw invalid("`quote` must be { text, from? }, with the text of the quoted message.");
  }
  assertOptionalText("quote.from", quote["from"]);
  assertKnown("field", "a quote", quote, QUOTE_FIELDS);
}

function assertContent(message: Readonly<Record<string, unknown>>): void {
  const [content, ...others] = CONTENTS.filter((name) => message[name] !== undefined);
  if (content === undefined || others.length > 0) {
    const has = content === undefined ? "none" : [content, ...others].join(" and ");
    throw invalid(
      `A message needs one of \`text\`, \`image\`, \`voice\`, \`video\` and \`file\`; this one has ${has}.`,
    );
  }
  const value = message[content];
  if (content === "text") {
    if (typeof value !== "string") throw invalid("`text` must be a text.");
  } else if (!isRecord(value) || !(value["bytes"] instanceof Uint8Array)) {
    throw invalid(`\`${content}\` must be { bytes, name?, mime? }, with the file itself as bytes.`);
  } else {
    assertKnown("field", "a file", value, MEDIA_FIELDS);
    assertOptionalText(`${content}.name`, value["name"]);
    assertOptionalText(`${content}.mime`, value["mime"]);
    if (value["playtime"] !== undefined && typeof value["playtime"] !== "number") {
      throw invalid(`\`${content}.playtime\` must be a number of milliseconds.`);
    }
  }
}

function assertOptionalText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "string")
    throw invalid(`\`${name}\` must be a text.`);
}

function invalid(message: string): SimulatorError {
  return new SimulatorError("INVALID_INPUT", message);
}
