import type { AnyNode } from "acorn";
import type { Report } from "../../finding.ts";
import type { Script } from "../../syntax/read.ts";
import type { RuleContext } from "../context.ts";
import {
  findFlattenedFlow,
  findRegexTrap,
  findSelfReplacing,
  findStringRotation,
} from "./obfuscation-shapes.ts";
import { findNeedlessEscapes, findSplitTexts, findWrittenOut } from "./obfuscation-texts.ts";
import type { Sign } from "./sign.ts";
import { sentence } from "../../words/sentence.ts";

/** This number of weaker signs counts as proof. */
const ENOUGH = 3;

/** Looks for traces of obfuscators; one proof, or several weaker signs, suffice. */
export function checkObfuscation(context: RuleContext): void {
  const { script, report } = context;
  const signs = [
    findHexNames(script),
    findSymbolNames(script),
    findStringRotation(context),
    findSelfReplacing(script),
    findFlattenedFlow(context),
    findRegexTrap(script),
    findNeedlessEscapes(script),
    findSplitTexts(script),
    findWrittenOut(script),
    findEscapedNames(script),
    findBracketNames(script),
  ].filter((sign) => sign !== undefined);
  const isBeyondDoubt = signs.length >= ENOUGH || signs.some(({ isProof }) => isProof);
  const rule = isBeyondDoubt ? "obfuscated" : "obfuscation-suspected";
  for (const { place, what } of signs) report(rule, place, what);
}

/** Finds names such as `_0x3fa1`, and names of random letters and digits such as `a0_0x12`. */
function findHexNames({ nodes }: Script): Sign | undefined {
  const names = new Set<string>();
  const hex = new Set<string>();
  let place: AnyNode | undefined;
  for (const node of nodes) {
    if (node.type !== "Identifier") continue;
    names.add(node.name);
    if (!/_0x[\da-f]{2,}$/iu.test(node.name)) continue;
    hex.add(node.name);
    place ??= node;
  }
  if (place === undefined || hex.size < 2) return undefined;
  const [example = ""] = hex;
  const isProof = hex.size >= 5 && hex.size >= names.size / 5;
  return { place, what: sentence("obfuscated/hex-names", { count: hex.size, example }), isProof };
}

/** Finds names of only `$` and `_`, which jjencode makes, and names of Japanese emoticons. */
function findSymbolNames({ nodes }: Script): Sign | undefined {
  const odd = new Set<string>();
  let place: AnyNode | undefined;
  for (const node of nodes) {
    if (node.type !== "Identifier" || !/^[$_]{3,}$|\uff9f/u.test(node.name)) continue;
    odd.add(node.name);
    place ??= node;
  }
  if (place === undefined || odd.size < 4) return undefined;
  const what = sentence("obfuscated/symbol-names", { count: odd.size });
  return { place, what, isProof: odd.size >= 6 };
}

/** Finds names such as `\u0065val`: Latin letters need no escapes; for other letters, minifiers write them. */
function findEscapedNames({ source, nodes }: Script): Sign | undefined {
  const place = nodes.find(
    ({ type, start, end }) =>
      type === "Identifier" &&
      /\\u(?:00[2-7][\da-f]|\{0*[2-7][\da-f]\})/iu.test(source.slice(start, end)),
  );
  return place && { place, what: sentence("obfuscated/escaped-name"), isProof: false };
}

/** Finds many `bot["reply"]` where `bot.reply` means the same. */
function findBracketNames({ nodes }: Script): Sign | undefined {
  let dotted = 0;
  const bracketed: AnyNode[] = [];
  for (const node of nodes) {
    if (node.type !== "MemberExpression") continue;
    const { property, computed } = node;
    if (!computed) dotted += 1;
    else if (
      property.type === "Literal" &&
      !property.regex &&
      /^[A-Za-z_$][\w$]*$/u.test(String(property.value))
    ) {
      bracketed.push(property);
    }
  }
  const [place] = bracketed;
  if (place === undefined || bracketed.length < 8 || bracketed.length < dotted * 3)
    return undefined;
  const what = sentence("obfuscated/brackets", { count: bracketed.length });
  return { place, what, isProof: false };
}

/**
 * Finds JavaScript that is written with six characters. It searches the text, because such code may nest too deeply to
 * be parsed.
 */
export function checkJsFuck(source: string, report: Report): void {
  for (const { 0: found, index } of source.matchAll(/[[\]()!+\s]{200,}/gu)) {
    const isMeant = ["!", "+", "[", "("].every((sign) => found.split(sign).length > 10);
    if (!isMeant) continue;
    const place = { start: index, end: index + found.length };
    report("obfuscated", place, sentence("obfuscated/six-characters"));
    return;
  }
}
