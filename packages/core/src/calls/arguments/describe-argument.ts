import type { AssertionIssue } from "../../rules/validation/validation.ts";
import { kindInWords, preview, valueInWords } from "../../rules/validation/value-in-words.ts";
import { ARGUMENT_WORDS, type ArgumentWords, ORDINALS } from "./argument-words.ts";
import type { HostOperation } from "../operations.ts";

/**
 * Says which argument of a host call is wrong and what it must be.
 *
 * @param ownerId the account that owns the bot
 * @example
 * describeArgumentIssue("bot.reply", ["hi"], { path: "$input", expected: "…" });
 * // bot.reply: the first argument must be msg, not a text
 */
export function describeArgumentIssue(
  operation: HostOperation,
  args: readonly unknown[],
  issue: AssertionIssue,
  ownerId?: number,
): string {
  const all: readonly ArgumentWords[] = ARGUMENT_WORDS[operation];
  if (!Array.isArray(args)) return `${operation}: the arguments must be a list`;
  if (args.length > all.length) {
    const takes = all.length === 1 ? "1 argument" : `${all.length || "no"} arguments`;
    return `${operation} takes ${takes}, not ${args.length}`;
  }
  const [, index, tail = ""] = /^\$input\[(\d+)\](.*)$/su.exec(issue.path ?? "") ?? [];
  // Without an index the list is too short: report the first argument that is missing or wrong.
  const position = index === undefined ? firstWrong(all, args) : Number(index);
  const words = all[position] ?? { is: "left out" };
  const value = args[position];
  if (words.isUser === true && ownerId !== undefined && value === ownerId) {
    return `${operation}: userId is the bot's owner; to answer use msg.from`;
  }
  if (tail !== "") return `${operation}: ${describeMember(words, position, tail, issue.value)}`;
  const received = words.isShown === true ? valueInWords(value) : kindInWords(value);
  const suffix = isShowable(value) ? `, not ${received}` : "";
  return `${operation}: the ${ORDINALS[position]} argument must be ${words.is}${suffix}`;
}

function describeMember(
  { is, members = {} }: ArgumentWords,
  position: number,
  tail: string,
  value: unknown,
): string {
  const path = preview(tail.replace(/^\./u, ""));
  const own = wordsOf(members, path);
  if (own !== undefined) return `${path} must be ${own}${not(value)}`;
  return `the ${ORDINALS[position]} argument must be ${is}: its ${path} is ${kindInWords(value)}`;
}

/** Returns the description of the member at the path, or of its nearest ancestor that has one. */
function wordsOf(members: Readonly<Record<string, string>>, path: string): string | undefined {
  const known = path.replaceAll(/\[\d+\]/gu, "[]");
  const nearest = Object.keys(members)
    .filter((name) => known === name || /^[.[]/u.test(known.slice(name.length)))
    .filter((name) => known.startsWith(name))
    .toSorted((a, b) => b.length - a.length)[0];
  return nearest === undefined ? undefined : members[nearest];
}

function not(value: unknown): string {
  return value === undefined ? "" : `, not ${kindInWords(value)}`;
}

/** Whether an error may show the argument. JSON turns `undefined` and `NaN` into `null` on the way out of a sandbox. */
function isShowable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return ["string", "boolean", "object"].includes(typeof value) && value !== null;
}

/** Position of the first missing argument, or of an earlier `msg` argument that is not an object. */
function firstWrong(all: readonly ArgumentWords[], args: readonly unknown[]): number {
  const other = args.findIndex((arg, at) => all[at]?.is === "msg" && typeof arg !== "object");
  return other === -1 ? args.length : other;
}
