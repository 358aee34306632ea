/**
 * A text with some of its characters as escapes, as JSON and JavaScript write them: for texts of strangers, whose control
 * characters a terminal obeys and a reader does not see.
 *
 * @param pattern matches one character at a time; with the flag `g`
 * @example
 * escapeCharacters("a\u001b[31mb", /\p{Cc}/gu); // "a\\u001b[31mb"
 */
export function escapeCharacters(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (character) =>
    // Some are of two code units, as in JSON.
    Array.from({ length: character.length }, (_, unit) => {
      const code = character.charCodeAt(unit).toString(16).padStart(4, "0");
      return String.raw`\u${code}`;
    }).join(""),
  );
}
