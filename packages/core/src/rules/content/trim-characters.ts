/**
 * Removes the characters at the end of a text that match a pattern of one character. Takes linear time; a regular
 * expression for the end of a text would start again at each character of a long run in the middle.
 *
 * @example
 * trimEndCharacters("/a//", /\//u); // "/a"
 */
export function trimEndCharacters(text: string, pattern: RegExp): string {
  let end = text.length;
  while (end > 0 && pattern.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * The same at both ends of a text.
 *
 * @example
 * trimCharacters("...ok!!", /[.!]/u); // "ok"
 */
export function trimCharacters(text: string, pattern: RegExp): string {
  let start = 0;
  while (start < text.length && pattern.test(text.charAt(start))) start++;
  return trimEndCharacters(text.slice(start), pattern);
}
