import type { AnyNode } from "acorn";
import { repetitions } from "../../payload/decoding.ts";
import { unchained } from "../../syntax/walk.ts";
import type { NodeOf, RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** What one loop does with text and numbers. */
interface LoopWork {
  makesText: boolean;
  readsCodes: boolean;
  computes: boolean;
  usesKey: boolean;
}

/**
 * Loops that decipher: they take text apart into numbers, compute with them, and make text of the
 * result; or they combine a list with a key that is used again and again.
 */
export function checkDecodingLoops(context: RuleContext): void {
  const loops = new Map<AnyNode, LoopWork>();
  for (const [node, loop] of repetitions(context)) {
    let work = loops.get(loop);
    if (work === undefined) {
      work = { makesText: false, readsCodes: false, computes: false, usesKey: false };
      loops.set(loop, work);
    }
    note(context, node, work);
  }
  for (const [loop, { makesText, readsCodes, computes, usesKey }] of loops) {
    if (!usesKey && !(makesText && readsCodes && computes)) continue;
    const start = { start: loop.start, end: Math.min(loop.end, loop.start + 80) };
    const said = sentence(usesKey ? "decoding-loop/key" : "decoding-loop");
    context.report("decoding-loop", start, said);
  }
}

function note(context: RuleContext, node: AnyNode, work: LoopWork): void {
  if (node.type === "CallExpression") {
    const callee = unchained(node.callee);
    const key = callee.type === "MemberExpression" ? context.evaluator.keyOf(callee) : undefined;
    if (key === "fromCharCode" || key === "fromCodePoint") work.makesText = true;
    if (key === "charCodeAt" || key === "codePointAt" || key === "indexOf") work.readsCodes = true;
    const isParse = key === "parseInt" || isNamed(callee, "parseInt") || isNamed(callee, "Number");
    if (isParse) {
      // `parseInt(pair, 16)` decodes without further arithmetic.
      work.readsCodes = true;
      if (node.arguments.length === 2) work.computes = true;
    }
  } else if (node.type === "BinaryExpression") {
    if (COMPUTES.test(node.operator)) work.computes = true;
    if (node.operator === "^" && (hasTurningIndex(node.left) || hasTurningIndex(node.right))) {
      work.usesKey = true;
    }
  } else if (node.type === "AssignmentExpression") {
    if (node.operator === "^=" && hasTurningIndex(node.right)) work.usesKey = true;
  }
}

const COMPUTES = /^(?:\^|&|\||<<|>>>?|%)$/u;

const isNamed = (node: AnyNode, name: string): boolean =>
  node.type === "Identifier" && node.name === name;

/** `key[i % key.length]`, `key.charCodeAt(i % key.length)`, `key[i & 255]`. */
function hasTurningIndex(node: AnyNode): boolean {
  const inner = unchained(node);
  if (inner.type === "MemberExpression") return inner.computed && isTurning(inner.property);
  return isCodeAt(inner) && inner.arguments.some((argument) => isTurning(argument));
}

function isCodeAt(node: AnyNode): node is NodeOf<"CallExpression"> {
  if (node.type !== "CallExpression") return false;
  const callee = unchained(node.callee);
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    /^(?:charCodeAt|codePointAt|at)$/u.test(callee.property.name)
  );
}

function isTurning(node: AnyNode): boolean {
  return node.type === "BinaryExpression" && node.operator === "%";
}
