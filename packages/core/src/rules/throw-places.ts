import { readTokens, type Token } from "./js-tokens.ts";
import type { ThrownValue } from "./thrown-value.ts";

/** Whether a statement throws a value: this literal, one of this kind, maybe, or another one. */
type Match = "same" | "alike" | "possible" | "other";

/** Characters of a statement that are compared with what was thrown. */
const LONGEST_ARGUMENT = 400;

/** An error that is made where it is thrown: it would have a stack. */
const MAKES_ERROR = /^(?:new\b|[\p{ID_Continue}$.]*(?:Error|Exception)\s*\()/u;

/** A text or a template from its beginning to its end, or to its first placeholder. */
const TEXT =
  /^(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|`(?<template>(?:[^`\\$]|\\.|\$(?!\{))*)(?<end>`|\$\{))/su;

/** A literal without quotes that is the whole argument. */
const LITERAL = /^(?<literal>null|undefined|true|false|-?[\d.][\w.]*)\s*(?:[;,)}\n\r]|$)/u;

/**
 * Finds the statements of a source that may have thrown a value: `throw`, and calls of `reject`. Those
 * that throw this very literal come alone, then those with an object or a text that begins like it; else all
 * that the source does not rule out. An engine keeps no position of a thrown value, only of an error.
 *
 * @returns offsets in the source, in their order
 * @example
 * findThrows("if (a) throw 'no dice';\nthrow 'no luck';", { kind: "string", text: "no luck" }); // [24]
 */
export function findThrows(code: string, value: ThrownValue): readonly number[] {
  const found: Record<Match, number[]> = { same: [], alike: [], possible: [], other: [] };
  let before: Token | undefined;
  let last: Token | undefined;
  for (const token of readTokens(code)) {
    const start = argumentOf(before, last, token);
    if (last !== undefined && start !== undefined) {
      const argument = code.slice(start, start + LONGEST_ARGUMENT).trimStart();
      found[compare(argument, value)].push(last.start);
    }
    before = last;
    last = token;
  }
  const { same, alike, possible } = found;
  return [same, alike, possible].find(({ length }) => length > 0) ?? [];
}

/** Where the argument of `throw` or `reject(` begins, if `last` is one of them. */
function argumentOf(
  before: Token | undefined,
  last: Token | undefined,
  token: Token,
): number | undefined {
  if (last?.text === "throw") {
    const isStatement = before?.text !== "." && token.text !== ":" && token.text !== "=";
    return isStatement ? token.start : undefined;
  }
  const isCall = last?.text === "reject" && token.text === "(" && before?.text !== "function";
  return isCall ? token.end : undefined;
}

function compare(argument: string, { kind, text }: ThrownValue): Match {
  if (MAKES_ERROR.test(argument)) return "other";
  if (argument.startsWith("{")) return isObjectKind(kind) ? "alike" : "other";
  if (argument.startsWith(")")) return kind === "undefined" ? "same" : "other";
  const { literal } = LITERAL.exec(argument)?.groups ?? {};
  if (literal !== undefined) {
    if (Number.isNaN(Number(literal))) return literal === text ? "same" : "other";
    return kind === "number" && Number(literal) === Number(text) ? "same" : "other";
  }
  return compareText(argument, kind, text);
}

function isObjectKind(kind: string): boolean {
  return !/^(?:string|number|bigint|boolean|symbol|undefined|null)$/u.test(kind);
}

function compareText(argument: string, kind: string, text: string): Match {
  const found = TEXT.exec(argument);
  if (found === null) return "possible";
  if (kind !== "string") return "other";
  const { double, single, template = "", end } = found.groups ?? {};
  const head = double ?? single ?? template;
  // Escapes are not read: such a text may be any.
  if (head.includes("\\")) return "possible";
  const isWhole = end !== "${" && /^\s*(?:[;,)}\n\r]|$)/u.test(argument.slice(found[0].length));
  if (isWhole) return head === text ? "same" : "other";
  return text.startsWith(head) ? "alike" : "other";
}
