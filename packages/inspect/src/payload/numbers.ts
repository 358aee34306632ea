import type { AnyNode } from "acorn";
import type { Script } from "../syntax/read.ts";

/** A number, or a truth value as 0 or 1. */
export interface NumberPiece {
  readonly value: number;
  readonly node: AnyNode;
}

/** The numbers of a file, in the order of the source. */
export interface Numbers {
  /** Of lists, of objects' values, and of calls. */
  readonly listed: readonly NumberPiece[];
  /** Everywhere else, together with lengths that stand for numbers; empty when they are few. */
  readonly loose: readonly NumberPiece[];
}

/** A program has fewer numbers in its conditions and sums. */
const MANY_LOOSE = 1024;
/** Digits of a BigInt from which on it is a text of digits. */
export const LONG_BIGINT = 16;

/** Collects the numbers of a file, and what its code can count. */
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

/** The number that a literal is, the lengths that it can be read as, and the counts of a pattern. */
function valuesOf(node: AnyNode): readonly number[] {
  if (node.type === "ArrayExpression") {
    const { length } = node.elements;
    // Holes have nothing but a number of them.
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

/** `{77}` and `{77,}`. */
const COUNTS = /\{(\d{1,9})[,}]/gu;
/** One character again and again. */
const REPEATED = /^(.)\1+$/su;

/** Numbers in lists, of objects' values, and of calls; not those of conditions and sums. */
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

/** Whether a number says where something is: `list[3]`, `case 3:`. */
function isPlace({ parents }: Script, node: AnyNode): boolean {
  const parent = parents.get(node);
  return (
    (parent?.type === "MemberExpression" && parent.property === node) ||
    (parent?.type === "SwitchCase" && parent.test === node)
  );
}
