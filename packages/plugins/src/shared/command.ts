/** Characters of a message that are compared: no command is as long, and folding takes time for each. */
const MAX_LENGTH = 4096;

/**
 * The beginning of a message, up to 4,096 characters, as it is compared with command words: full-width letters are
 * narrow, capitals small, and blanks and full stops around it are gone.
 *
 * @example
 * commandOf("ＨＥＬＰ！ "); // "help"
 */
export function commandOf(text: string): string {
  const folded = fold(text.slice(0, MAX_LENGTH));
  let start = 0;
  let end = folded.length;
  // No expression: one that looks for the end of a long row of full stops takes quadratic time.
  while (start < end && AROUND.test(folded.charAt(start))) start++;
  while (end > start && AROUND.test(folded.charAt(end - 1))) end--;
  return folded.slice(start, end);
}

const AROUND = /[\s.。!?]/u;

/**
 * More marks in a row than any language has; normalizing sorts them, which takes quadratic time for long rows. Core leaves
 * them out in the same way, but of core a plugin imports only types.
 */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A text for comparisons: compatibility forms, capitals and invisible characters do not count. */
export function fold(text: string): string {
  return text
    .replaceAll(MANY_MARKS, "$1")
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
}
