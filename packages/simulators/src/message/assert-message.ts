import { SimulatorError } from "../errors.ts";
import { isRecord } from "../http/http.ts";
import type { UserMessage } from "./user-message.ts";

const CONTENTS = ["text", "image", "voice", "video", "file"] as const;

/**
 * Checks the fields that every platform needs, because a test in JavaScript has no compiler that does.
 *
 * @returns the same message
 * @throws {SimulatorError} `INVALID_INPUT` naming the field
 */
export function assertUserMessage(message: UserMessage): UserMessage {
  const given: unknown = message;
  if (!isRecord(given)) throw invalid("A message must be an object, such as { from, text }.");
  if (typeof given["from"] !== "string" || given["from"] === "") {
    throw invalid("`from` must be the sender's id, a text such as 1001.");
  }
  assertContent(given);
  assertOptionalText("caption", given["caption"]);
  const quote = given["quote"];
  if (quote === undefined) return message;
  if (!isRecord(quote) || typeof quote["text"] !== "string") {
    throw invalid("`quote` must be { text, from? }, with the text of the quoted message.");
  }
  assertOptionalText("quote.from", quote["from"]);
  return message;
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
  }
}

function assertOptionalText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "string")
    throw invalid(`\`${name}\` must be a text.`);
}

function invalid(message: string): SimulatorError {
  return new SimulatorError("INVALID_INPUT", message);
}
