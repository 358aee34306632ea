import { cutText, type IncomingMessage, isRecord } from "@botwright/core";
import { MAX_MESSAGE_DEPTH } from "../media/media-references.ts";

/**
 * The most characters of one text of a message. No platform lets people write that much, but a signed callback
 * or a forward may contain megabytes, which would be stored, compared and passed to plugins.
 */
const MAX_TEXT_CHARACTERS = 262_144;

/** The most characters of an id and of a sender: platforms use some 100, and a PostgreSQL index holds 2,700 bytes. */
const MAX_ID_CHARACTERS = 500;

/**
 * Bounds a message. It cuts its texts (the text, the quoted text, both together, and a transcription), and replaces
 * parts of the raw data that are nested too deeply by `null`, because encoding them would overflow the stack, and no
 * later message would arrive. A message within the bounds is returned as it is.
 *
 * @returns `undefined` when its id or its sender has more than 500 characters
 */
export function boundMessage(incoming: IncomingMessage): IncomingMessage | undefined {
  const { id, message } = incoming;
  if (Math.max(id.length, message.from.length) > MAX_ID_CHARACTERS) return undefined;
  const { text, textWithQuote, quotedMessage, voice } = message;
  const texts = [text, textWithQuote, quotedMessage?.text, voice?.text];
  const raw = withoutDeepParts(message.raw);
  const item = withoutDeepParts(quotedMessage?.item);
  const isLong = texts.some((one) => one !== undefined && one.length > MAX_TEXT_CHARACTERS);
  if (!isLong && raw === message.raw && item === quotedMessage?.item) return incoming;
  return {
    id,
    message: {
      ...message,
      raw,
      text: cut(text),
      ...(textWithQuote !== undefined && { textWithQuote: cut(textWithQuote) }),
      ...(quotedMessage && {
        quotedMessage: { ...quotedMessage, item, text: cut(quotedMessage.text) },
      }),
      ...(voice && { voice: { ...voice, text: cut(voice.text) } }),
    },
  };
}

function cut(text: string): string {
  return cutText(text, MAX_TEXT_CHARACTERS);
}

/** The value itself, or a copy with `null` for the parts below `MAX_MESSAGE_DEPTH`. */
function withoutDeepParts<Value>(value: Value): Value;
function withoutDeepParts(value: unknown): unknown {
  return isDeep(value) ? copyOf(value) : value;
}

function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    level === MAX_MESSAGE_DEPTH || Object.values(value).some((part) => isDeep(part, level + 1))
  );
}

function copyOf(value: unknown, level = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (level === MAX_MESSAGE_DEPTH) return null;
  if (Array.isArray(value)) return value.map((part) => copyOf(part, level + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, copyOf(part, level + 1)]),
  );
}
