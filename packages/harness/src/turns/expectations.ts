import { formatHeadline, invalidInput, isRecord } from "@botwright/core";
import type { SentMessage } from "@botwright/simulators";
import type { Turn } from "./turn.ts";

/** The fields that a sent message must have; a field that is left out may have any value. */
export interface ExpectedSend {
  readonly type?: SentMessage["type"];
  /** The whole text, or a pattern in it. */
  readonly text?: string | RegExp;
  readonly name?: string | RegExp;
  /** The whole file. */
  readonly bytes?: Uint8Array;
}

/** The result of a check: whether it passed, and the message if that is not what was expected. */
export interface Expectation {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers of a turn, for any test framework. */
export interface Expectations {
  /** A plugin has handled the message; with a slug, this one. */
  toBeHandled(turn: Turn, by?: string): Expectation;
  /** The person got this text, or one with this pattern; without an argument, any text. */
  toHaveReplied(turn: Turn, expected?: string | RegExp): Expectation;
  /** The person got such a message. */
  toHaveSent(turn: Turn, expected: ExpectedSend): Expectation;
}

/**
 * The matchers without a framework.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` for what is no turn, such as a promise without `await`
 * @example
 * const { pass, message } = expectations.toHaveReplied(turn, /°C/);
 * if (!pass) throw new Error(message());
 */
export const expectations: Expectations = {
  toBeHandled(turn, by) {
    assertTurn(turn);
    const pass = by === undefined ? turn.handled : turn.handledBy === by;
    const wanted = by === undefined ? "to be handled" : `to be handled by ${by}`;
    return { pass, message: () => explain(turn, `the message`, wanted, pass) };
  },
  toHaveReplied(turn, expected) {
    assertTurn(turn);
    const pass = turn.replies.some((text) => fits(text, expected));
    const wanted = `a reply${expected === undefined ? "" : ` ${show(expected)}`}`;
    return { pass, message: () => explain(turn, "", wanted, pass) };
  },
  toHaveSent(turn, expected) {
    assertTurn(turn);
    const pass = turn.sends.some((item) => isSuch(item, expected));
    const wanted = Object.entries(expected).map(([key, value]) => `${key} ${show(value)}`);
    return { pass, message: () => explain(turn, "", `a message with ${wanted.join(", ")}`, pass) };
  },
};

/** Rejects a promise: it is no turn, and a matcher with `not` would always pass for it. */
function assertTurn(turn: unknown): void {
  if (isRecord(turn) && typeof turn["then"] === "function") {
    throw invalidInput('`await` is missing: expectTurn(await user.says("hello"))');
  }
  if (isRecord(turn) && Array.isArray(turn["sends"]) && Array.isArray(turn["replies"])) return;
  throw invalidInput("a turn is expected: what says, sendsImage and the others resolve to");
}

function isSuch(item: SentMessage, { type, text, name, bytes }: ExpectedSend): boolean {
  if (type !== undefined && item.type !== type) return false;
  if (text !== undefined && (item.text === undefined || !fits(item.text, text))) return false;
  if (name !== undefined && (item.name === undefined || !fits(item.name, name))) return false;
  return bytes === undefined || (item.bytes !== undefined && Buffer.from(bytes).equals(item.bytes));
}

function fits(text: string, expected: string | RegExp | undefined): boolean {
  if (expected === undefined) return true;
  // A global pattern stores the position of its last match.
  return typeof expected === "string" ? text === expected : text.search(expected) >= 0;
}

function explain(turn: Turn, subject: string, wanted: string, held: boolean): string {
  const sends = turn.sends.map((item) => `  ${describe(item)}`);
  const outcome =
    turn.error === undefined
      ? turn.handledBy === null
        ? "No plugin has handled it."
        : `${turn.handledBy} has handled it.`
      : `The plugin has failed: ${formatHeadline(turn.error)} (${turn.error.code})`;
  const logs = turn.logs.map(({ level, text }) => `  ${level}: ${text}`);
  return [
    `Expected ${[subject, held ? "not" : "", wanted].filter(Boolean).join(" ")}.`,
    outcome,
    ...(turn.error?.frame === undefined ? [] : [turn.error.frame]),
    ...(sends.length === 0 ? ["Nothing was sent."] : ["Sent:", ...sends]),
    ...(logs.length === 0 ? [] : ["Logged:", ...logs]),
  ].join("\n");
}

function describe({ type, text, name, bytes }: SentMessage): string {
  if (type === "text") return JSON.stringify(text);
  return [type, name, `${bytes?.length ?? 0} bytes`].filter(Boolean).join(", ");
}

function show(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
}
