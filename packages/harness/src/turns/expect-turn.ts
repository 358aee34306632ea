import { HarnessError } from "../errors.ts";
import { type Expectation, type ExpectedSend, expectations } from "./expectations.ts";
import type { Turn } from "./turn.ts";

/** Checks of one turn; each throws when it does not hold. */
export interface TurnExpectation {
  /** The opposite of each. */
  readonly not: TurnExpectation;
  toBeHandled(by?: string): void;
  toHaveReplied(expected?: string | RegExp): void;
  toHaveSent(expected: ExpectedSend): void;
}

/**
 * The matchers for `node:test` and other test frameworks in which a thrown error fails the test.
 *
 * @throws {HarnessError} `EXPECTATION_FAILED`, with what was sent and logged instead
 * @throws {InvalidInputError} `INVALID_INPUT` for what is no turn, such as a promise without `await`
 * @example
 * expectTurn(await user.says("roll")).toHaveReplied(/rolled/);
 */
export function expectTurn(turn: Turn): TurnExpectation {
  return {
    ...checks(turn, true),
    not: {
      ...checks(turn, false),
      get not() {
        return expectTurn(turn);
      },
    },
  };
}

function checks(turn: Turn, wanted: boolean): Omit<TurnExpectation, "not"> {
  const check = ({ pass, message }: Expectation): void => {
    if (pass !== wanted) throw new HarnessError("EXPECTATION_FAILED", message());
  };
  return {
    toBeHandled: (by) => check(expectations.toBeHandled(turn, by)),
    toHaveReplied: (expected) => check(expectations.toHaveReplied(turn, expected)),
    toHaveSent: (expected) => check(expectations.toHaveSent(turn, expected)),
  };
}
