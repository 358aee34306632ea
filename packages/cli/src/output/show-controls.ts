/**
 * What a terminal obeys, what turns the direction of a text, and what does not show. Lines and tabs stay, and the
 * two joiners, of which emojis and words of some languages are made.
 */
const CONTROL = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text with its control characters as escapes, as JSON and JavaScript write them. */
export function showControls(text: string): string {
  return text.replaceAll(CONTROL, (control) =>
    // Some are of two code units, as in JSON.
    Array.from({ length: control.length }, (_, unit) => {
      const code = control.charCodeAt(unit).toString(16).padStart(4, "0");
      return String.raw`\u${code}`;
    }).join(""),
  );
}
