import type { ChatModelInput, ImageModelInput } from "@botwright/core";
import { categoryOf, type ModelDefinition } from "./models.ts";
import { lengthOfTexts, type ReadChatInput, readMessages } from "./read-messages.ts";

/** A valid input for its model, or the error. */
export type CheckedInput =
  | { readonly kind: "chat"; readonly input: ReadChatInput }
  | { readonly kind: "image"; readonly input: ImageModelInput }
  | { readonly kind: "wrong"; readonly error: string };

/** Matches width and height without leading zeros, of at most 5 digits each. */
const IMAGE_SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;
/** Larger than the output limit of every model, so a larger number is a mistake. */
const MAX_TOKENS = 1_000_000;
/**
 * Maximum length of all texts of a prompt, in UTF-16 units: about 260,000 tokens of English, more of Chinese, which
 * exceeds the context of most models. It is limited because the main thread reads, counts and encodes a prompt.
 * Images do not count, because the arguments of a host call have at most 4 MiB.
 */
const MAX_PROMPT_LENGTH = 1_048_576;
const TOO_LONG = `the texts of a prompt may have ${MAX_PROMPT_LENGTH} characters together: give fewer or shorter ones`;

/** Checks that the input suits a model of this category and has valid values. */
export function checkInput(
  input: ChatModelInput | ImageModelInput,
  model: ModelDefinition,
): CheckedInput {
  const isImageModel = categoryOf(model) === "image";
  if ("imagePrompt" in input) {
    const error = isImageModel
      ? imageProblem(input)
      : `"${model.name}" makes no pictures: give messages, or choose an image model`;
    return error === undefined ? { kind: "image", input } : { kind: "wrong", error };
  }
  const error = isImageModel
    ? `"${model.name}" makes pictures: give imagePrompt instead of messages`
    : chatProblem(input);
  if (error !== undefined) return { kind: "wrong", error };
  const read = readMessages(input.messages);
  if (read.error !== undefined) return { kind: "wrong", error: read.error };
  const { systemPrompt = "" } = input;
  if (systemPrompt.length + lengthOfTexts(read.messages) > MAX_PROMPT_LENGTH) {
    return { kind: "wrong", error: TOO_LONG };
  }
  return { kind: "chat", input: { ...input, messages: read.messages } };
}

function imageProblem({ imagePrompt, imageSize }: ImageModelInput): string | undefined {
  if (typeof imagePrompt === "string" && imagePrompt.length > MAX_PROMPT_LENGTH) return TOO_LONG;
  if (typeof imagePrompt !== "string" || imagePrompt.trim() === "") {
    return "imagePrompt must be a text that is not empty";
  }
  if (imageSize === undefined || IMAGE_SIZE.test(imageSize)) return undefined;
  return "imageSize must be <width>x<height> in pixels, such as 1024x1024";
}

function chatProblem({ messages, maxTokens }: ChatModelInput): string | undefined {
  if (!Array.isArray(messages)) return "messages must be a list of { role, content }";
  if (maxTokens === undefined) return undefined;
  const isCount = Number.isSafeInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MAX_TOKENS;
  return isCount ? undefined : `maxTokens must be a whole number from 1 to ${MAX_TOKENS}`;
}
