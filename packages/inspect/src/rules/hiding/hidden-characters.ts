import type { Place, Report } from "../../finding.ts";
import type { Script } from "../../syntax/read.ts";
import { sentence } from "../../words/sentence.ts";

/** Direction controls, U+202A–202E and U+2066–2069, and the two that close a direction. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/gu;
const CLOSES_EMBEDDING = "\u202c";
const CLOSES_ISOLATE = "\u2069";

/**
 * Invisible characters: zero-width characters, fillers, soft hyphens, tags, and more than one variation
 * selector. Joiners belong to emoji and to several scripts; a single selector belongs to an emoji.
 */
const INVISIBLE =
  /(?:[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\u{e0000}]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])+|[\ufe00-\ufe0f]{2,}/gu;
/** Tag characters, except in the flags of England, Scotland and Wales: up to six and the end after a black flag. */
const TAGS = /(?<!\u{1f3f4})(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6})[\u{e0020}-\u{e007f}]+/gu;
const MANY = 8;

/** Reports characters that hide content from a reviewer; needs no syntax tree. */
export function checkHiddenCharacters(source: string, report: Report): void {
  // A byte order mark at the very start is allowed.
  const text = source.startsWith("\ufeff") ? ` ${source.slice(1)}` : source;
  // Reported first, because only some of many places are reported.
  checkScattered(text, report);
  checkBlanks(text, report);
  for (const pattern of [INVISIBLE, TAGS]) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const characters = Array.from(found);
      const severity = characters.length >= MANY ? "error" : "warning";
      const code = (characters[0]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      const message =
        characters.length >= MANY
          ? sentence("hidden-characters/row", { count: characters.length })
          : sentence("hidden-characters", { code });
      report("hidden-characters", { start: index, end: index + found.length }, message, severity);
    }
  }
}

/**
 * Joiners and selectors that may carry data: several joiners in a row join nothing, and only emoji, symbols and
 * Han characters have selectors. A Braille blank next to other Braille cells is part of a picture.
 */
const SCATTERED =
  /[\u200c\u200d]{3,}|[\ufe00-\ufe0d]|[\u2000-\u200a\u205f]{3,}|(?<![\u2800-\u28ff])\u2800+(?![\u2800-\u28ff])/gu;
const ALL_INVISIBLE =
  /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/gu;
/** More scattered invisible characters than this are reported too. */
const MANY_SCATTERED = 64;

function checkScattered(text: string, report: Report): void {
  const found = [...text.matchAll(SCATTERED), ...text.matchAll(ALL_INVISIBLE)];
  const count = found.reduce((sum, [part]) => sum + part.length, 0);
  const [first] = found;
  if (first === undefined || count < MANY_SCATTERED) return;
  const place = { start: first.index, end: first.index + first[0].length };
  const message = sentence("hidden-characters/scattered", { count });
  report("hidden-characters", place, message, "error");
}

/** More needless blanks than this may hide data. */
const MANY_BLANKS = 2048;

/** Blanks at line ends, and tabs after blanks: an editor does not show them, but `toString` can read them. */
function checkBlanks(text: string, report: Report): void {
  let count = 0;
  let first: Place | undefined;
  for (const { 0: blanks, index } of text.matchAll(/[\t ]+/gu)) {
    const end = index + blanks.length;
    if (!/^[\n\r]?$/u.test(text.slice(end, end + 1)) && !blanks.includes(" \t")) continue;
    count += blanks.length;
    first ??= { start: index, end };
  }
  if (first === undefined || count < MANY_BLANKS) return;
  report("hidden-characters", first, sentence("hidden-characters/blanks", { count }));
}

/** Reports direction controls; controls that are closed within one text or comment only display it correctly. */
export function checkBidi(source: string, script: Script | undefined, report: Report): void {
  if (source.search(BIDI) < 0) return;
  const contained = [...(script?.tokens ?? []), ...(script?.comments ?? [])]
    .filter((place) => isClosed(source, place))
    .toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (const { index } of source.matchAll(BIDI)) {
    // Tokens and comments never overlap.
    while ((contained[next]?.end ?? Infinity) <= index) next += 1;
    const isContained = index >= (contained[next]?.start ?? Infinity);
    const message = isContained ? sentence("bidi-control/closed") : sentence("bidi-control");
    const severity = isContained ? "warning" : "error";
    report("bidi-control", { start: index, end: index + 1 }, message, severity);
  }
}

/** Whether each line of a token closes all directions that it opens. */
function isClosed(source: string, { start, end }: Place): boolean {
  const text = source.slice(start, end);
  if (text.search(BIDI) < 0) return false;
  return text.split(/[\n\r\u2028\u2029]/u).every((line) => {
    const open: string[] = [];
    for (const [control] of line.matchAll(BIDI)) {
      if (control === CLOSES_EMBEDDING || control === CLOSES_ISOLATE) {
        if (open.pop() !== control) return false;
      } else open.push(control >= "\u2066" ? CLOSES_ISOLATE : CLOSES_EMBEDDING);
    }
    return open.length === 0;
  });
}

const LATIN = /\p{Script=Latin}/u;
/** Cyrillic, Greek, Armenian and Cherokee letters that look like Latin ones. */
const LOOKALIKE = /[АВЕЅІЈКМНОРСТУХаеѕіјорсухԁԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορυօսցհոᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ]/u;
const STYLED = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;

/** Reports names that mix look-alike letters of two scripts. */
export function checkNames({ nodes }: Script, report: Report): void {
  for (const node of nodes) {
    if (node.type !== "Identifier" && node.type !== "PrivateIdentifier") continue;
    const { name } = node;
    if ((LATIN.test(name) && LOOKALIKE.test(name)) || STYLED.test(name)) {
      report("mixed-script-name", node, sentence("mixed-script-name"));
    }
  }
}

const FAR = 120;

/** Reports code that is pushed far to the right, out of the window. */
export function checkFarRight({ source, tokens }: Script, report: Report): void {
  let end = 0;
  for (const token of tokens) {
    const gap = source.slice(end, token.start);
    const line = gap.slice(Math.max(gap.lastIndexOf("\n"), gap.lastIndexOf("\r")) + 1);
    if (/^[^\S\n\r]*$/u.test(line) && line.length >= FAR && token.end > token.start) {
      report("far-right-code", token, sentence("far-right-code", { blanks: line.length }));
    }
    end = token.end;
  }
}
