import { type AIUsage, isRecord, sniffMediaType } from "@botwright/core";
import { ProviderError } from "../../errors.ts";
import type { ChatCompletion, GeneratedImage } from "../../ports/model-provider.ts";
import { invalidAnswer } from "../http.ts";
import { listMember, member, textMember } from "../wire.ts";

/** Reads the answer of `/chat/completions`. @throws {ProviderError} `PROVIDER_INVALID_ANSWER` */
export function readCompletion(name: string, answer: unknown): ChatCompletion {
  const choice = listMember(answer, "choices")?.[0];
  if (hasFailed(choice)) {
    throw new ProviderError(`${name} failed while the model answered; try again later`, {
      code: "PROVIDER_FAILED",
    });
  }
  const message = member(choice, "message");
  if (!isRecord(message)) throw invalidAnswer(name, "it has no message");
  const usage = readUsage(member(answer, "usage"));
  return { text: readContent(message), ...(usage !== undefined && { usage }) };
}

/** Reads the answer of `/images/generations`. @throws {ProviderError} `PROVIDER_INVALID_ANSWER` */
export function readImage(name: string, answer: unknown): GeneratedImage {
  const image = listMember(answer, "data")?.[0];
  const base64 = textMember(image, "b64_json");
  // Some servers give both members, of which one is empty.
  const imageUrl =
    textMember(image, "url") || (base64 && `data:${mediaTypeOf(base64)};base64,${base64}`);
  if (imageUrl === undefined || imageUrl === "") throw invalidAnswer(name, "it has no picture");
  const text = textMember(image, "revised_prompt");
  return { imageUrl, ...(text !== undefined && { text }) };
}

/**
 * Whether the model has failed after the server had begun its answer, and with it status 200. What is in the message is
 * a beginning at most.
 *
 * @see {@link https://openrouter.ai/docs/api/reference/errors-and-debugging}
 */
function hasFailed(choice: unknown): boolean {
  return isRecord(member(choice, "error")) || textMember(choice, "finish_reason") === "error";
}

/** Reads the answer of `/models`. @throws {ProviderError} `PROVIDER_INVALID_ANSWER` */
export function readModelNames(name: string, answer: unknown): string[] {
  const models = listMember(answer, "data");
  if (models === undefined) throw invalidAnswer(name, "it has no list of models");
  return models.map((model) => textMember(model, "id")).filter((id) => id !== undefined);
}

/**
 * Reads the content of a message: a text, or parts, whose texts are joined. The text may be empty, for example when a
 * model calls tools.
 */
function readContent(message: unknown): string {
  const text = textMember(message, "content");
  if (text !== undefined) return text;
  const parts = listMember(message, "content") ?? [];
  return parts.map((part) => textMember(part, "text") ?? "").join("");
}

function readUsage(usage: unknown): AIUsage | undefined {
  const promptTokens = member(usage, "prompt_tokens");
  const completionTokens = member(usage, "completion_tokens");
  if (typeof promptTokens !== "number" || typeof completionTokens !== "number") return undefined;
  // Servers that do not count say so too: a chat has a prompt.
  if (promptTokens === 0 && completionTokens === 0) return undefined;
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

/**
 * Recognises the image type by the first bytes of the file: 24 characters of Base64 encode 18
 * bytes.
 */
function mediaTypeOf(base64: string): string {
  const type = sniffMediaType(Buffer.from(base64.slice(0, 24), "base64")) ?? "";
  return type.startsWith("image/") ? type : "image/png";
}
