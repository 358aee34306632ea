import {
  endOfString,
  isWithin,
  JSON_LIMITS,
  type JsonSize,
  measureJson,
} from "@botwright/core/measure-json";

const [QUOTE, COMMA, COLON] = [34, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * What is read of an answer in all: 16 MiB of empty lists would be 11 million values, and take seconds. A hundred
 * messages of Telegram's with all the entities that people can give them have 200,000 values and half as many members.
 */
const ANSWER_VALUES = 500_000;
const ANSWER_MEMBERS = 200_000;
/** The level on which messages begin: platforms list them in a member of the answer's one object. */
const PART_LEVEL = 3;
/** What a text may have after it was cut: one part may begin before the limit of the answer and end behind it. */
const CUT_LIMITS: JsonSize = {
  depth: PART_LEVEL - 1 + JSON_LIMITS.depth,
  values: ANSWER_VALUES + JSON_LIMITS.values,
  members: ANSWER_MEMBERS + JSON_LIMITS.members,
};

/**
 * The JSON text of an answer, without what is too much of it. An answer that were refused as a whole would be asked
 * for again and again, and no later message would arrive: so a message that has more than an event of a platform
 * (`JSON_LIMITS`) becomes `null`, and so does what it has on too deep a level; of a list that has more than the answer
 * may have in all, the rest becomes one `null`. Each character is read a few times at most, and nothing recurses.
 *
 * @returns `undefined` when the answer is too much even so: then it is no list of messages
 */
export function cutAnswer(json: string): string | undefined {
  if (isWithin(json)) return json;
  const text = cutParts(json);
  return isWithin(text, CUT_LIMITS) ? text : undefined;
}

function cutParts(json: string): string {
  let values = 0;
  let members = 0;
  return rewrite(json, (mark, at, level) => {
    if (mark === COLON) members++;
    else if (mark === COMMA) {
      values++;
      const isSpent = values > ANSWER_VALUES || members > ANSWER_MEMBERS;
      if (level !== PART_LEVEL - 1 || !isSpent) return undefined;
      const end = endOfContent(json, at);
      return { end, text: json.charCodeAt(end) === CLOSE_LIST ? `,${NOTHING}` : "" };
    } else if (isOpening(mark)) {
      if (level < PART_LEVEL - 1) values++;
      else {
        const end = endOfContent(json, at + 1) + 1;
        const part = json.slice(at, end);
        const size = measureJson(part);
        const text = cutPart(part, size);
        values += text === NOTHING ? 1 : size.values;
        members += text === NOTHING ? 0 : size.members;
        return { end, text };
      }
    }
    return undefined;
  });
}

/** What takes the place of a part that is too much. */
const NOTHING = "null";

/** What is kept of a part; `undefined` when that is all of it. */
function cutPart(part: string, { depth, values, members }: JsonSize): string | undefined {
  if (values > JSON_LIMITS.values || members > JSON_LIMITS.members) return NOTHING;
  return depth > JSON_LIMITS.depth ? withoutDeepParts(part) : undefined;
}

function withoutDeepParts(part: string): string {
  return rewrite(part, (mark, at, level) =>
    isOpening(mark) && level === JSON_LIMITS.depth
      ? { end: endOfContent(part, at + 1) + 1, text: NOTHING }
      : undefined,
  );
}

/** What stands instead of a text from a mark up to `end`; without a text that one stays, and is passed over. */
interface Replacement {
  readonly end: number;
  readonly text: string | undefined;
}

/**
 * A JSON text in which `visit` may replace what begins at a mark (a bracket, a comma, a colon) outside of strings.
 * It is told how many lists and objects are open before the mark.
 */
function rewrite(
  json: string,
  visit: (mark: number, at: number, level: number) => Replacement | undefined,
): string {
  const kept: string[] = [];
  let from = 0;
  let level = 0;
  let at = nextMark(json, 0);
  while (at < json.length) {
    const mark = json.charCodeAt(at);
    const replacement = visit(mark, at, level);
    if (replacement === undefined) {
      level += stepOf(mark);
      at = nextMark(json, at + 1);
      continue;
    }
    const { end, text } = replacement;
    if (text !== undefined) {
      kept.push(json.slice(from, at), text);
      from = end;
    }
    at = nextMark(json, end);
  }
  return kept.join("") + json.slice(from);
}

/** Where the list or object is closed whose content goes on at `from`; the end of a text that does not close it. */
function endOfContent(json: string, from: number): number {
  let open = 1;
  let at = nextMark(json, from);
  while (at < json.length) {
    open += stepOf(json.charCodeAt(at));
    if (open === 0) return at;
    at = nextMark(json, at + 1);
  }
  return at;
}

/** The place of the first mark from `from` on that is in no string; the length of a text that has none. */
function nextMark(json: string, from: number): number {
  for (let at = from; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (isOpening(unit) || isClosing(unit) || unit === COMMA || unit === COLON) return at;
  }
  return json.length;
}

function isOpening(unit: number): boolean {
  return unit === OPEN_LIST || unit === OPEN_OBJECT;
}

function isClosing(unit: number): boolean {
  return unit === CLOSE_LIST || unit === CLOSE_OBJECT;
}

/** By how many levels a mark changes what is open. */
function stepOf(mark: number): number {
  if (isOpening(mark)) return 1;
  return isClosing(mark) ? -1 : 0;
}
