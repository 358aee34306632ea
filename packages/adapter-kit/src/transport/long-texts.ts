import { cutText, type IncomingMessage } from "@botwright/core";

/**
 * The most characters of one text of a message. No platform lets people write as many; a signed callback
 * or a forward may have megabytes, which would be stored, compared and handed to plugins.
 */
const MAX_TEXT_CHARACTERS = 262_144;

/**
 * The message with its texts cut where they are too long: its own, the quoted one, both together, and a
 * transcription. One without such a text is returned as it is.
 */
export function withoutLongTexts(incoming: IncomingMessage): IncomingMessage {
  const { id, message } = incoming;
  const { text, textWithQuote, quotedMessage, voice } = message;
  const texts = [text, textWithQuote, quotedMessage?.text, voice?.text];
  if (!texts.some((one) => one !== undefined && one.length > MAX_TEXT_CHARACTERS)) return incoming;
  return {
    id,
    message: {
      ...message,
      text: cut(text),
      ...(textWithQuote !== undefined && { textWithQuote: cut(textWithQuote) }),
      ...(quotedMessage && { quotedMessage: { ...quotedMessage, text: cut(quotedMessage.text) } }),
      ...(voice && { voice: { ...voice, text: cut(voice.text) } }),
    },
  };
}

function cut(text: string): string {
  return cutText(text, MAX_TEXT_CHARACTERS);
}
