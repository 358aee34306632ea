import type { ThrownValue } from "./thrown-value.ts";

/**
 * Whether a statement throws a value: exactly this literal (`same`), a similar value (`alike`), perhaps
 * (`possible`), or certainly another one (`other`).
 */
export type ThrowMatch = "same" | "alike" | "possible" | "other";

/** Maximum characters of a statement that are compared with the thrown value. */
export const MAX_ARGUMENT_LENGTH = 400;

/** Matches the creation of an error, which would have a stack. */
const MAKES_ERROR = /^(?:new\b|[\p{ID_Continue}$.]*(?:Error|Exception)\s*\()/u;

/** Matches a string, or a template up to its end or its first placeholder. */
const TEXT =
  /^(?:"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'|`(?<template>(?:[^`\\$]|\\.|\$(?!\{))*)(?<end>`|\$\{))/su;

/** Matches a literal without quotes that is the whole argument. */
const LITERAL = /^(?<literal>null|undefined|true|false|-?[\d.][\w.]*)\s*(?:[;,)}\n\r]|$)/u;

/**
 * Compares the source after a `throw` or `reject(` with the thrown value.
 *
 * @param argument the source from there on; its first {@link MAX_ARGUMENT_LENGTH} characters suffice
 */
export function matchThrow(argument: string, { kind, text }: ThrownValue): ThrowMatch {
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

function compareText(argument: string, kind: string, text: string): ThrowMatch {
  const found = TEXT.exec(argument);
  if (found === null) return "possible";
  if (kind !== "string") return "other";
  const { double, single, template = "", end } = found.groups ?? {};
  const head = double ?? single ?? template;
  // Escapes are not decoded, so a text with one may be any text.
  if (head.includes("\\")) return "possible";
  const isWhole = end !== "${" && /^\s*(?:[;,)}\n\r]|$)/u.test(argument.slice(found[0].length));
  if (isWhole) return head === text ? "same" : "other";
  return text.startsWith(head) ? "alike" : "other";
}
