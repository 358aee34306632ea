import { cutText, measureText } from "@botwright/core";
/** The most lines of a forward, and the most bytes of UTF-8. */
const MAX_LINES = 200;
const MAX_BYTES = 16 * 1024;
/** Stands where lines or characters were cut off. */
const CUT = "…";

/**
 * Forwarded messages as one text: a line for each, `sender: text`. Line breaks within a message become
 * blanks; messages without a text are left out. At most 200 lines and 16 KiB: what exceeds them is cut
 * off, and the text then ends in `…`.
 *
 * @example
 * const text = forwardedText([{ sender: "Ann", text: "three?" }, { sender: "Bob", text: "four" }]);
 * console.log(text); // "Ann: three?\nBob: four"
 */
export function forwardedText(lines: readonly { sender?: string; text: string }[]): string {
  const written: string[] = [];
  for (const { sender = "", text } of lines) {
    const said = oneLine(text);
    if (said === "") continue;
    if (written.length === MAX_LINES) {
      written[MAX_LINES - 1] = CUT;
      break;
    }
    const name = oneLine(sender);
    written.push(name === "" ? said : `${name}: ${said}`);
  }
  const text = written.join("\n");
  if (measureText(text, "utf8") <= MAX_BYTES) return text;
  return cutText(text, MAX_BYTES - Buffer.byteLength(CUT), "utf8") + CUT;
}

function oneLine(text: string): string {
  const parts = text.split(/[\r\n\u2028\u2029]+/).map((part) => part.trim());
  return parts.filter((part) => part !== "").join(" ");
}
