import type { AnyNode } from "acorn";
import { sizeOf } from "../../evaluate/value.ts";
import { repetitions } from "../../payload/decoding.ts";
import { unchained } from "../../syntax/walk.ts";
import type { NodeOf, RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** The operations of one loop on text and numbers. */
interface LoopWork {
  makesText: boolean;
  readsCodes: boolean;
  computes: boolean;
  usesKey: boolean;
  /** Whether it replaces characters by those of another alphabet. */
  usesTable: boolean;
}

/**
 * Reports loops that decipher: they convert text to numbers, compute with these, and make text from the
 * result; or they combine a list with a key that repeats; or they look characters up in a
 * table.
 */
export function checkDecodingLoops(context: RuleContext): void {
  const loops = new Map<AnyNode, LoopWork>();
  for (const [node, loop] of repetitions(context)) {
    let work = loops.get(loop);
    if (work === undefined) {
      work = {
        makesText: false,
        readsCodes: false,
        computes: false,
        usesKey: false,
        usesTable: false,
      };
      loops.set(loop, work);
    }
    note(context, node, work);
  }
  for (const [loop, { makesText, readsCodes, computes, usesKey, usesTable }] of loops) {
    const isComputing = makesText && readsCodes && computes;
    if (!usesKey && !usesTable && !isComputing) continue;
    const start = { start: loop.start, end: Math.min(loop.end, loop.start + 80) };
    const said = sentence(
      usesKey ? "decoding-loop/key" : isComputing ? "decoding-loop" : "decoding-loop/table",
    );
    context.report("decoding-loop", start, said);
  }
}

function note(context: RuleContext, node: AnyNode, work: LoopWork): void {
  if (node.type === "CallExpression") {
    const callee = unchained(node.callee);
    const key = callee.type === "MemberExpression" ? context.evaluator.keyOf(callee) : undefined;
    if (key === "fromCharCode" || key === "fromCodePoint") work.makesText = true;
    if (key === "charCodeAt" || key === "codePointAt" || key === "indexOf") work.readsCodes = true;
    if (key === "indexOf") work.usesTable ||= isLookedUp(context, node);
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

/** The most operations between the index of a character and the look-up by it. */
const MAX_STEPS = 8;

/** `String.fromCharCode(32 + words.indexOf(word))`, `alphabet[letters.indexOf(letter)]`. */
function isLookedUp(context: RuleContext, call: NodeOf<"CallExpression">): boolean {
  const { parents } = context.script;
  let node: AnyNode = call;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const parent = parents.get(node);
    if (parent?.type === "CallExpression") {
      const callee = unchained(parent.callee);
      const key = callee.type === "MemberExpression" ? context.evaluator.keyOf(callee) : undefined;
      return callee !== node && /^from(?:CharCode|CodePoint)$/u.test(key ?? "");
    }
    if (parent?.type === "MemberExpression") {
      return parent.property === node && isAlphabet(context, parent.object);
    }
    if (parent?.type !== "BinaryExpression" && parent?.type !== "UnaryExpression") return false;
    node = parent;
  }
  return false;
}

/** Smaller tables are lists of names. */
const MIN_ALPHABET = 32;
/** Larger tables are no alphabet of a programming language. */
const MAX_ALPHABET = 256;

/** Whether a table consists of the characters of programs; other tables are transcriptions. */
function isAlphabet({ evaluator }: RuleContext, table: AnyNode): boolean {
  const value = evaluator.evaluate(table);
  if (value === undefined || sizeOf(value) > MAX_ALPHABET) return false;
  const letters =
    value.kind === "list"
      ? value.items.map((item) => (item?.kind === "constant" ? String(item.value) : ""))
      : value.kind === "constant"
        ? Array.from(String(value.value))
        : [];
  const latin = letters.filter((letter) => /^[ -~]$/u.test(letter)).length;
  return latin >= Math.max(MIN_ALPHABET, letters.length * 0.9);
}

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
