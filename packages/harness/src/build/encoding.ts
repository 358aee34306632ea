import { isUtf8 } from "node:buffer";

/**
 * Explains that a file is written in another encoding than UTF-8, in which a text would have other characters.
 *
 * @param name the file's name in the sentence
 * @returns `undefined` when it is UTF-8
 */
export function explainEncoding(bytes: Uint8Array, name: string): string | undefined {
  return isUtf8(bytes) ? undefined : `${name} is not UTF-8: save it in this encoding`;
}
