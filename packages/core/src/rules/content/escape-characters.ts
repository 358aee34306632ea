/**
 * Replaces some characters of a text by escapes, as in JSON and JavaScript. For texts of strangers, because a
 * terminal executes control characters and a reader does not see them.
 *
 * @param pattern matches one character at a time; with the flag `g`
 * @example
 * escapeCharacters("a\u001b[31mb", /\p{Cc}/gu); // "a\\u001b[31mb"
 */
export function escapeCharacters(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (character) =>
    // A character outside the BMP has two code units, and so two escapes, as in JSON.
    Array.from({ length: character.length }, (_, unit) => {
      const code = character.charCodeAt(unit).toString(16).padStart(4, "0");
      return String.raw`\u${code}`;
    }).join(""),
  );
}
