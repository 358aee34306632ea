/** Characters of an address in a message. The time of Node's parser grows with the square of a host name's length. */
const MAX_ADDRESS_LENGTH = 2048;

/**
 * Reads an address that stands in a message: whoever signs messages, or replays one, may have put anything there.
 *
 * @returns `null` for what is none, or too long
 */
export function readAddress(text: string): URL | null {
  return text.length > MAX_ADDRESS_LENGTH ? null : URL.parse(text);
}
