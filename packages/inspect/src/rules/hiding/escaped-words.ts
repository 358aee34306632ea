/** Matches an escape for a printable ASCII character, which needs none. */
export const ASCII_ESCAPE: RegExp =
  /\\(?:x(?:2[\da-f]|[3-6][\da-f]|7[\da-e])|u00(?:2[\da-f]|[3-6][\da-f]|7[\da-e])|u\{0*(?:2[\da-f]|[3-6][\da-f]|7[\da-e])\})/giu;

/** Words that other rules search for, in names and in texts. */
const WATCHED =
  /eval|Function|constructor|prototype|__proto__|__define[GS]etter__|globalThis|process|require|import|child_process|WebAssembly|fetch|atob|Buffer|fromCharCode|fromCodePoint|charCodeAt|TextDecoder|Reflect|getPlatformCreds|aiService|searchService|storage|permissions|hostname|https?:|wss?:|handler|meta|exports?|module|reply|send[A-Z]\w+|download[A-Z]\w+|setTimeout|setInterval|toString|bind|apply|call/gu;

/** Matches each part of a text's source that differs from its value; a template reads CRLF as LF. */
const TOKENS = /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|\r\n|[^])|\r\n/giu;
/** Escapes of letters, needless backslashes, and line continuations: each of them can split a word. */
const CUTS = /^\\(?:[xu]|[\n\r\u2028\u2029ac-eg-mo-qswyzA-Z_])/u;

/** A piece of a text: its value, and its source without the quotes. */
export interface Written {
  readonly cooked: string;
  /** `undefined` when the text is computed. */
  readonly raw?: string;
  readonly isRegex?: boolean;
}

/** A watched word in the pieces of a text in which some letters are escaped or split. */
export function hiddenWord(pieces: readonly Written[]): string | undefined {
  // Only words with an escape inside are hidden: "\x41 call" hides nothing but the A.
  const cuts = pieces.flatMap(cutsFinder());
  if (cuts.length === 0) return undefined;
  let next = 0;
  for (const { 0: word, index } of pieces
    .map(({ cooked }) => cooked)
    .join("")
    .matchAll(WATCHED)) {
    for (let cut = cuts[next]; cut !== undefined && isBefore(cut, index); cut = cuts[next]) {
      next += 1;
    }
    const cut = cuts[next];
    if (cut === undefined) return undefined;
    if (cut.at < index + word.length) return word;
  }
  return undefined;
}

/** An escape in a text. */
interface Cut {
  readonly at: number;
  /** The number of characters; 0 for a line continuation. */
  readonly length: number;
}

/** Whether a cut is before the word: a line continuation before the first letter does not split it. */
const isBefore = ({ at, length }: Cut, index: number): boolean =>
  at < index || (at === index && length === 0);

/** Finds the cuts of each piece, in characters from the start of the whole text. */
function cutsFinder(): (piece: Written) => Cut[] {
  let start = 0;
  return ({ cooked, raw, isRegex = false }) => {
    const cuts: Cut[] = [];
    let shorter = 0;
    if (raw?.includes("\\")) {
      for (const { 0: token, index } of raw.matchAll(isRegex ? ASCII_ESCAPE : TOKENS)) {
        const length = lengthOf(token);
        if (CUTS.test(token)) cuts.push({ at: start + index - shorter, length });
        shorter += token.length - length;
      }
    }
    start += cooked.length;
    return cuts;
  };
}

/** The characters that a token means. */
function lengthOf(token: string): number {
  if (/^\\[\n\r\u2028\u2029]/u.test(token)) return 0;
  return token.startsWith("\\u{") && Number.parseInt(token.slice(3, -1), 16) > 0xff_ff ? 2 : 1;
}
