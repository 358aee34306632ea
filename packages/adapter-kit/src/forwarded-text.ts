/** The most lines of a forward that are delivered. */
const MAX_LINES = 200;
/** The most bytes of UTF-8 that are delivered of a forward. */
const MAX_BYTES = 16 * 1024;

/**
 * The messages of a forward as one text: a line for each, `sender: text`, or the text alone where the
 * sender is unknown. Line breaks in a text become blanks, and entries without text are left out. Only
 * the first 200 lines and 16 KiB are kept; no character is cut.
 *
 * @example
 * forwardedText([{ sender: "Ann", text: "tea?" }, { text: "yes" }]); // "Ann: tea?\nyes"
 */
export function forwardedText(
  lines: readonly { readonly sender?: string; readonly text: string }[],
): string {
  const text = lines
    .filter((line) => line.text.trim() !== "")
    .slice(0, MAX_LINES)
    .map(({ sender = "", text: said }) => {
      // Cut before it is worked on: one entry alone may be huge.
      const line = said
        .slice(0, MAX_BYTES)
        .replace(/[\uD800-\uDBFF]$/, "")
        .trim()
        .replaceAll(/[\r\n\u2028\u2029]+/g, " ");
      return sender === "" ? line : `${sender}: ${line}`;
    })
    .join("\n");
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_BYTES));
  return text.slice(0, read);
}
