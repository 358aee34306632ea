import { cutText, measureText } from "@botwright/core";
/** The most lines of a forward, and its most bytes in UTF-8. */
const MAX_LINES = 200;
const MAX_BYTES = 16 * 1024;
/** Marks where lines or characters were cut off. */
const CUT = "…";

/**
 * Joins forwarded messages to one text, with a line for each: `sender: text`. Line breaks within a message become
 * spaces; messages without a text are left out. The text has at most 200 lines and 16 KiB; a longer one
 * is cut, and then ends in `…`.
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
