/**
 * A text without the characters around it that match a pattern of one character. Takes linear time, unlike an
 * expression for the end of a text: that one begins anew at each character of a long row in the middle.
 *
 * @example
 * trimCharacters("...ok!!", /[.!]/u); // "ok"
 */
export function trimCharacters(text: string, pattern: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && pattern.test(text.charAt(start))) start++;
  while (end > start && pattern.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
