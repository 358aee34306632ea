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
 * The most values and object members of a whole answer: 16 MiB of empty lists would be 11 million values, and take
 * seconds. A hundred Telegram messages with as many entities as people can add have 200,000 values, and half as many
 * members.
 */
const ANSWER_VALUES = 500_000;
const ANSWER_MEMBERS = 200_000;
/** The level of a message: platforms list messages in a member of the answer's object. */
const PART_LEVEL = 3;
/** The limits after cutting: one part may begin below the limit of the answer and exceed it with its own size. */
const CUT_LIMITS: JsonSize = {
  depth: PART_LEVEL - 1 + JSON_LIMITS.depth,
  values: ANSWER_VALUES + JSON_LIMITS.values,
  members: ANSWER_MEMBERS + JSON_LIMITS.members,
};

/**
 * Cuts the parts that are too large out of an answer's JSON text. If the adapter refused such an answer as a whole, it
 * would request the same one again and again, and no later message would arrive. So a message with more values than
 * `JSON_LIMITS` becomes `null`, as does each of its parts that is nested too deeply; when the answer exceeds its total,
 * the rest of the list becomes one `null`. Each character is read a few times at most, and nothing recurses.
 *
 * @returns `undefined` when the answer is still too large: then it is not a list of messages
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

/** The JSON that replaces a part that is too large. */
const NOTHING = "null";

/** The part, cut to the limits; `undefined` when it can stay as it is. */
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

/** Replaces the text from a mark up to `end`; if `text` is `undefined`, that text stays, but is not visited. */
interface Replacement {
  readonly end: number;
  readonly text: string | undefined;
}

/**
 * Rewrites a JSON text: at each mark (a bracket, a comma or a colon) outside of strings, `visit` may return a
 * replacement. `level` is the number of lists and objects that are open before the mark.
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

/** The offset of the bracket that closes the list or object around `from`; the text's length when none does. */
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

/** The offset of the first mark outside of strings at or after `from`; the text's length when there is none. */
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

/** The change of the nesting level at a mark: 1, 0 or -1. */
function stepOf(mark: number): number {
  if (isOpening(mark)) return 1;
  return isClosing(mark) ? -1 : 0;
}
