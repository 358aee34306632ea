/**
 * The first characters of a text, in UTF-16 units, never half of an emoji: stores refuse halves.
 *
 * @example
 * cutText("ab😀", 3); // "ab"
 */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const last = text.charCodeAt(longest - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? longest - 1 : longest);
}
