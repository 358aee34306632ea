import type { AIMessage, ChatModelInput } from "@botwright/core";
import { member, textMember } from "../providers/wire.ts";

/** The input of a chat call, with messages that {@link readMessages} has read. */
export interface ReadChatInput extends ChatModelInput {
  messages: ReadMessage[];
}

/** A content part that is passed to providers, in OpenAI's format. */
export type ContentPart = TextPart | ImagePart;

// Type aliases, because an interface is not assignable to `JsonValue`.
type TextPart = { readonly type: "text"; readonly text: string };
type ImagePart = {
  readonly type: "image_url";
  readonly image_url: { readonly url: string; readonly detail?: string };
};

/** A message with known members only, so that everything that a provider gets can be counted. */
export interface ReadMessage extends AIMessage {
  readonly role: string;
  readonly content: string | ContentPart[];
}

/** The messages of a call, or the error in them. */
export type ReadMessages =
  | { readonly messages: ReadMessage[]; readonly error?: undefined }
  | { readonly error: string };

/** Matches URLs of images. Other media types, such as documents, have no known maximum of tokens. */
const IMAGE_ADDRESS = /^(?:https?:\/\/|data:image\/)/i;
/** Matches a URL that contains the image itself. */
const CONTAINED_IMAGE = /^data:/i;

/**
 * Reads the messages of a call: roles, texts and images, and drops all other members. A reservation must be an upper
 * bound of the cost of a call, so a provider must not get anything that is not counted.
 */
export function readMessages(messages: readonly AIMessage[]): ReadMessages {
  const read: ReadMessage[] = [];
  for (const { role, content } of messages) {
    if (typeof content === "string") {
      read.push({ role, content });
      continue;
    }
    const parts = Array.isArray(content) ? content.map(readPart) : [undefined];
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return { error: INVALID_CONTENT };
    read.push({ role, content: known });
  }
  return { messages: read };
}

/**
 * Length of all texts that a provider gets, in UTF-16 units, with the URLs of images but without contained images.
 */
export function lengthOfTexts(messages: readonly ReadMessage[]): number {
  let length = 0;
  for (const { role, content } of messages) {
    length += role.length;
    if (typeof content === "string") length += content.length;
    else for (const part of content) length += lengthOfPart(part);
  }
  return length;
}

function lengthOfPart(part: ContentPart): number {
  if (part.type === "text") return part.text.length;
  const { url, detail = "" } = part.image_url;
  return (CONTAINED_IMAGE.test(url) ? 0 : url.length) + detail.length;
}

const INVALID_CONTENT =
  'the content of a message must be a text, or a list of { type: "text", text } and ' +
  '{ type: "image_url", image_url: { url } } with the URL of an image';

function readPart(part: unknown): ContentPart | undefined {
  const type = textMember(part, "type");
  if (type === "text") {
    const text = textMember(part, "text");
    return text === undefined ? undefined : { type, text };
  }
  const image = member(part, "image_url");
  const url = textMember(image, "url") ?? "";
  if (type !== "image_url" || !IMAGE_ADDRESS.test(url)) return undefined;
  // Base64 and percent-encoding are ASCII; other characters would make the request several times as long.
  if (CONTAINED_IMAGE.test(url) && Buffer.byteLength(url) > url.length) return undefined;
  const detail = textMember(image, "detail");
  return { type, image_url: { url, ...(detail !== undefined && { detail }) } };
}
