import { normalizeText } from "@botwright/core";
import type { AnyNode } from "acorn";
import { toBytes, toText } from "../../evaluate/bytes.ts";
import type { Script } from "../../syntax/read.ts";
import type { RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

const MIN_LENGTH = 16;
const MAX_LENGTH = 300_000;

/** Finds code, or an address, that the file contains in encoded form. */
export function checkEncodedCode({ script, evaluator, report }: RuleContext): void {
  const contains = createSourceSearch(script.source);
  /** Texts that neither are nor hide code; cached, because a name gives the same text again and again. */
  const plain = new Set<string>();
  let toldUntil = 0;
  for (const node of script.nodes) {
    if (node.start < toldUntil || !isWholeText(script, node)) continue;
    const value = evaluator.evaluate(node);
    if (value?.kind !== "constant" || typeof value.value !== "string") continue;
    const text = value.value;
    if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) continue;
    if (plain.has(text)) continue;
    const isCode = looksLikeCode(text);
    const isMade = isMadeUp(text, isCode, (part) => contains(part, node));
    const isHidden = !isMade && hidesCode(text);
    if (!isMade && !isHidden) {
      if (!isCode) plain.add(text);
      continue;
    }
    toldUntil = node.end;
    report("encoded-code", node, sentence("encoded-code"));
  }
}

/** Whether a node is a text or an operation on texts; of a long concatenation only the whole counts. */
function isWholeText({ parents }: Script, node: AnyNode): boolean {
  if (node.type === "BinaryExpression") {
    const parent = parents.get(node);
    return !(parent?.type === "BinaryExpression" && parent.left === node);
  }
  return (
    node.type === "CallExpression" || node.type === "Literal" || node.type === "TemplateLiteral"
  );
}

/** Whether a computed text is code, or an address that the source does not contain. */
function isMadeUp(text: string, isCode: boolean, contains: (part: string) => boolean): boolean {
  const [, host] = ADDRESS.exec(text) ?? [];
  if (host !== undefined) return !contains(host);
  if (!isCode) return false;
  return !contains(/\S[^\n\r"'`\\]{0,11}/u.exec(text)?.[0] ?? "");
}

/** How many characters of the source are searched for parts of texts; after that, only whole names are found. */
const MAX_SEARCHED = 50_000_000;
/** How many characters of an expression are searched first for a part of its text. */
const NEAR = 1000;

/** Creates the test whether a source contains a part of the text of an expression. */
function createSourceSearch(source: string): (part: string, node: AnyNode) => boolean {
  const known = new Map<string, boolean>();
  let names: ReadonlySet<string> | undefined;
  let left = MAX_SEARCHED;

  function search(part: string): boolean {
    names ??= new Set(source.match(/[\w.-]{4,}/gu));
    if (names.has(part)) return true;
    if (left <= 0) return false;
    const at = source.indexOf(part);
    left -= at < 0 ? source.length : at;
    return at >= 0;
  }

  return (part, { start, end }) => {
    if (source.slice(start, Math.min(end, start + NEAR)).includes(part)) return true;
    let is = known.get(part);
    if (is === undefined) {
      is = search(part);
      known.set(part, is);
    }
    return is;
  };
}

/** How many characters of a text are transformed; the first ones show whether it is code. */
const MAX_TURNED = 5000;
const MIN_TURNED = 60;

const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const first = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

const backwards = (text: string): string => Array.from(text).toReversed().join("");

const WORDS = ["const", "function", "return", "await", "fetch", "eval", "globalThis"];
const oneOf = (words: readonly string[]): RegExp =>
  new RegExp(String.raw`\b(?:${words.join("|")})\b`, "u");
const KEYWORDS = oneOf(WORDS);

/** A transformation of texts. `sign` is tested first, because transforming is most of the work. */
interface Turn {
  readonly sign: RegExp;
  readonly turn: (text: string) => string;
  readonly isFromEnd?: boolean;
}

const TURNS: readonly Turn[] = [
  { sign: oneOf(WORDS.map((word) => backwards(word))), turn: backwards, isFromEnd: true },
  { sign: oneOf(WORDS.map((word) => rot13(word))), turn: rot13 },
  {
    // Matches characters that become an ASCII letter, except letters and punctuation of other scripts.
    sign: /(?![\p{ASCII}\p{P}])[\p{Script=Latin}\p{Script=Common}]/u,
    turn: (text) => normalizeText(text, "NFKC"),
  },
];

/** Whether a text is code that was reversed, shifted by ROT13, or written in styled letters. */
function isTurnedCode(text: string): boolean {
  if (text.length < MIN_TURNED) return false;
  const start = text.slice(0, MAX_TURNED);
  if (KEYWORDS.test(start)) return false;
  return TURNS.some(({ sign, turn, isFromEnd = false }) => {
    const part = isFromEnd ? text.slice(-MAX_TURNED) : start;
    if (!sign.test(part)) return false;
    const turned = turn(part);
    return KEYWORDS.test(turned) && looksLikeCode(turned) && !looksLikeCode(text);
  });
}

/** Whether a text is code after at most two rounds of decoding Base64 or hex. */
function hidesCode(text: string, rounds = 2): boolean {
  if (isTurnedCode(text)) return true;
  const decoded = decode(text);
  if (decoded === undefined) return false;
  return (
    looksLikeCode(decoded) ||
    ADDRESS.test(decoded) ||
    (rounds > 1 && hidesCode(decoded, rounds - 1))
  );
}

function decode(text: string): string | undefined {
  const compact = text.replaceAll(/\s/gu, "");
  const isHex = /^(?:[\da-f]{2})+$/iu.test(compact);
  if (!isHex && !/^[\w+/-]+={0,2}$/u.test(compact)) return undefined;
  const decoded = toText(toBytes(compact, isHex ? "hex" : "base64"), "utf8");
  return PRINTABLE.test(decoded) ? decoded : undefined;
}

/** Matches decoded text; bytes that are not UTF-8 become U+FFFD, which it does not match. */
// oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
const PRINTABLE = /^[^\u0000-\u0008\u000e-\u001f\ufffd]{8,}$/u;

const ADDRESS = /^(?:https?|wss?):\/\/([\w.-]{4,})/u;

/** Signs of code. The distance within a sign is bounded, because a text may repeat its beginning without its end. */
const CODE: readonly RegExp[] = [
  /\bfunction\b[^.]{0,200}\(/u,
  /=>\s*[{(\w]/u,
  /\b(?:const|let|var)\s+[\w$]+\s*=/u,
  /\b(?:eval|require|fetch|atob|import)\s*\(/u,
  /\b(?:console|process|globalThis|document|window|module|bot|storage)\s*\.\s*\w+/u,
  /\breturn\b.{0,200}[;}]/u,
  /\b(?:if|for|while)\s*\(.{0,200}\)/u,
  /[\w$\])]\s*\([^)]{0,200}\)\s*;/u,
];

/** Whether a text looks like a program. */
function looksLikeCode(text: string): boolean {
  const start = text.slice(0, 5000);
  const isMarkup = /^\s*</u.test(start);
  return !isMarkup && CODE.filter((sign) => sign.test(start)).length >= (text.length < 60 ? 1 : 2);
}
