import type { AnyNode } from "acorn";
import type { Script } from "../syntax/read.ts";

/** A number, or a boolean as 0 or 1. */
export interface NumberPiece {
  readonly value: number;
  readonly node: AnyNode;
}

/** The numbers of a file, in the order of the source. */
export interface Numbers {
  /** Numbers in lists, values of objects, and arguments. */
  readonly listed: readonly NumberPiece[];
  /** All other numbers, and lengths that can encode numbers; empty when they are few. */
  readonly loose: readonly NumberPiece[];
}

/** More numbers than a program has in its conditions and sums. */
const MANY_LOOSE = 1024;
/** The number of digits from which a BigInt counts as a text of digits. */
export const LONG_BIGINT = 16;

/** Collects the numbers of a file, and the lengths that its code can count. */
export function collectNumbers(script: Script): Numbers {
  const listed: NumberPiece[] = [];
  const loose: NumberPiece[] = [];
  for (const node of script.nodes) {
    for (const value of valuesOf(node)) {
      if (node.type === "Literal" && isNumeric(node.value) && isItem(script, node)) {
        listed.push({ value, node });
      } else if (!isPlace(script, node)) loose.push({ value, node });
    }
  }
  return { listed, loose: loose.length < MANY_LOOSE ? [] : loose };
}

const isNumeric = (value: unknown): boolean => /^(?:bigint|boolean|number)$/u.test(typeof value);

/** The number of a literal, the lengths that it can encode, and the counts of a pattern. */
function valuesOf(node: AnyNode): readonly number[] {
  if (node.type === "ArrayExpression") {
    const { length } = node.elements;
    // A list of holes can encode a number only by its length.
    return length > 0 && node.elements.every((element) => element === null) ? [length] : [];
  }
  if (node.type !== "Literal") return [];
  if (node.regex) return Array.from(node.regex.pattern.matchAll(COUNTS), ([, n]) => Number(n));
  if (node.bigint) return node.bigint.length < LONG_BIGINT ? [Number(node.bigint)] : [];
  if (typeof node.value === "string") {
    return REPEATED.test(node.value) ? [node.value.length] : [];
  }
  return isNumeric(node.value) ? [Math.abs(Number(node.value))] : [];
}

/** The counts of `{77}` and `{77,}` in a regular expression. */
const COUNTS = /\{(\d{1,9})[,}]/gu;
/** A single character, repeated. */
const REPEATED = /^(.)\1+$/su;

/** Whether a number is an item of a list, a value of an object, or an argument; not in conditions and sums. */
function isItem({ parents }: Script, node: AnyNode): boolean {
  let parent = parents.get(node);
  if (parent?.type === "UnaryExpression") parent = parents.get(parent);
  return (
    parent?.type === "ArrayExpression" ||
    parent?.type === "Property" ||
    parent?.type === "CallExpression" ||
    parent?.type === "NewExpression"
  );
}

/** Whether a number is a position: `list[3]`, `case 3:`. */
function isPlace({ parents }: Script, node: AnyNode): boolean {
  const parent = parents.get(node);
  return (
    (parent?.type === "MemberExpression" && parent.property === node) ||
    (parent?.type === "SwitchCase" && parent.test === node)
  );
}
