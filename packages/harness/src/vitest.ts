/**
 * Matchers for vitest.
 *
 * @example
 * import "@botwright/harness/vitest";
 * expect(await user.says("roll")).toHaveReplied(/rolled/);
 *
 * @module
 */
import { expect } from "vitest";
import { type ExpectedSend, expectations } from "./turns/expectations.ts";

declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** A plugin has handled the message; with a slug, this one. */
    toBeHandled(by?: string): R;
    /** The person got this text, or one with this pattern; without an argument, any text. */
    toHaveReplied(expected?: string | RegExp): R;
    /** The person got such a message. */
    toHaveSent(expected: ExpectedSend): R;
  }
}

expect.extend({ ...expectations });

export { expectations };
