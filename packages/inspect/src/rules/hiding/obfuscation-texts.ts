import type { AnyNode } from "acorn";
import type { Script } from "../../syntax/read.ts";
import { ASCII_ESCAPE } from "./escaped-words.ts";
import { isMost } from "./hidden-by-escapes.ts";
import { writtenText } from "./written-texts.ts";
import type { Sign } from "./sign.ts";
import { sentence } from "../../words/sentence.ts";

/** `"\x72\x65\x70\x6c\x79"`. */
export function findNeedlessEscapes({ source, nodes }: Script): Sign | undefined {
  let texts = 0;
  let escaped = 0;
  let place: AnyNode | undefined;
  for (const node of nodes) {
    const isText = node.type === "Literal" ? !node.regex : node.type === "TemplateElement";
    const text = isText ? writtenText(source, node) : undefined;
    if (text?.raw === undefined) continue;
    texts += 1;
    const count = text.raw.match(ASCII_ESCAPE)?.length ?? 0;
    // The source of a text includes its quotes.
    if (count < 4 || !isMost(count, text.raw.length + 2, text.cooked.length)) continue;
    escaped += 1;
    place ??= node;
  }
  if (place === undefined) return undefined;
  const isProof = escaped >= 10 && escaped * 2 >= texts;
  return { place, what: sentence("obfuscated/escapes", { count: escaped }), isProof };
}

const SHORT = 12;
const MANY_PIECES = 6;

/** `"re" + "p" + "ly"` in one line. */
export function findSplitTexts({ source, nodes }: Script): Sign | undefined {
  let pieces = 0;
  let place: AnyNode | undefined;
  for (const node of nodes) {
    if (node.type !== "BinaryExpression" || node.operator !== "+") continue;
    const { left, right } = node;
    const before = left.type === "BinaryExpression" ? left.right : left;
    if (!isShortText(before) || !isShortText(right)) continue;
    if (/[\n\r]/u.test(source.slice(before.end, right.start))) continue;
    pieces += 1;
    place ??= node;
  }
  if (place === undefined || pieces < MANY_PIECES) return undefined;
  return { place, what: sentence("obfuscated/pieces", { count: pieces }), isProof: false };
}

/** Whether a piece contains a letter: `"," + "\n"` is only layout. */
function isShortText(node: AnyNode): boolean {
  return (
    node.type === "Literal" &&
    typeof node.value === "string" &&
    node.value.length <= SHORT &&
    /\p{L}/u.test(node.value)
  );
}

/** Finds `!![]` for `true` and `0x0` for `0`, which obfuscators write. */
export function findWrittenOut({ nodes }: Script): Sign | undefined {
  const truths: AnyNode[] = [];
  const hex: AnyNode[] = [];
  let plain = 0;
  for (const node of nodes) {
    if (node.type === "UnaryExpression" && node.operator === "!") {
      const { argument } = node;
      if (argument.type === "ArrayExpression" && argument.elements.length === 0) truths.push(node);
    } else if (node.type === "Literal" && typeof node.value === "number" && node.value < 10) {
      if (/^0x\d$/u.test(node.raw ?? "")) hex.push(node);
      else plain += 1;
    }
  }
  const place =
    truths.length >= 2 ? truths[0] : hex.length >= 5 && plain === 0 ? hex[0] : undefined;
  return place && { place, what: sentence("obfuscated/written-out"), isProof: false };
}
