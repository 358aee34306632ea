/** The most characters of a URL in a message: the time of Node's parser grows with the square of the host's length. */
const MAX_ADDRESS_LENGTH = 2048;

/**
 * Parses a URL from a message. Its sender may have put anything there, even in a signed message.
 *
 * @returns `null` when the text is not a URL, or is longer than 2048 characters
 */
export function readAddress(text: string): URL | null {
  return text.length > MAX_ADDRESS_LENGTH ? null : URL.parse(text);
}
