import type { HandlerResult, Plugin } from "@botwright/core";
import { isHandlerResult, PluginError, assertHandlerResult } from "@botwright/core";
import { describe, expect, test } from "vitest";
import { plugin, setUp } from "./dispatching.ts";
import { incoming } from "./messages.ts";

class Inherited {
  get handled(): boolean {
    return true;
  }
}

function refuse(): never {
  throw new Error("code of the value ran");
}

/** `get` is left out: a promise reads `then` of whatever it resolves to. */
const traps = { getOwnPropertyDescriptor: refuse, getPrototypeOf: refuse, ownKeys: refuse };
const trap = new Proxy({ handled: true }, traps);
const revoked = Proxy.revocable({ handled: true }, {});
revoked.revoke();

const INVALID: readonly [what: string, value: unknown, message: string][] = [
  ["an inherited boolean", Object.create({ handled: true }), "an object without handled"],
  ["a getter of its class", new Inherited(), "an object without handled"],
  [
    "a getter of its own",
    {
      get handled() {
        return refuse();
      },
    },
    "a getter",
  ],
  [
    "a setter alone",
    {
      set handled(_value: boolean) {
        refuse();
      },
    },
    "a getter",
  ],
  ["a proxy", new Proxy({ handled: true }, {}), "a proxy"],
  ["a proxy with traps", trap, "a proxy"],
  ["an array", Object.assign([], { handled: true }), "an array"],
  ["a function", Object.assign(() => {}, { handled: true }), "a function"],
  ["a boxed boolean", { handled: Object(true) }, "handled is an object"],
  ["a proxy in it", { handled: trap }, "handled is a proxy"],
  ["a bigint", 1n, "a bigint"],
  ["a symbol", Symbol("handled"), "a symbol"],
  ["NaN", NaN, "the number NaN"],
];

describe("a handler's result", () => {
  test.each(INVALID)("is not %s", async (_what, value, message) => {
    expect(isHandlerResult(value)).toBe(false);
    expect(() => assertHandlerResult(value)).toThrow(message);
    const odd: Plugin = { meta: { slug: "odd" }, handler: async () => returned(value) };
    const { dispatcher, warnings } = setUp([odd]);
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ status: "invalid" }]);
    expect(runs[0]?.error).toBeUndefined();
    expect(warnings.join()).toContain("{ handled: boolean }");
    expect(warnings.join()).toContain('"code":"PLUGIN_INVALID_RESULT"');
  });

  test("is not a revoked proxy", () => {
    expect(isHandlerResult(revoked.proxy)).toBe(false);
    expect(() => assertHandlerResult(revoked.proxy)).toThrow("a proxy");
  });

  test("is copied: a fresh plain object with one key", () => {
    const given = Object.assign(Object.create(null), { handled: false, more: { deep: [1] } });
    const result = assertHandlerResult(given);
    expect(result).toEqual({ handled: false });
    expect(result).not.toBe(given);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(isHandlerResult(given)).toBe(true);
  });

  test("is invalid as well when the plugin's own pipeline says so by its code", async () => {
    const failing = plugin("odd", () => {
      throw new PluginError("the handler returned 1", { code: "PLUGIN_INVALID_RESULT" });
    });
    const { dispatcher, warnings } = setUp([failing]);
    const { runs } = await dispatcher.dispatch(incoming());
    expect(runs).toMatchObject([{ plugin: "odd", status: "invalid" }]);
    expect(warnings.join()).toContain("the handler returned 1");
  });

  test("tells nothing of what it holds", () => {
    const secret = { token: "secret-token", list: ["secret-item"] };
    for (const value of [secret, "secret-text", [secret], { handled: secret }]) {
      expect(() => assertHandlerResult(value)).toThrow(
        /^(?!.*secret).*return \{ handled: true \}/u,
      );
    }
  });
});

/** What no type says of a plugin that was written without types. */
function returned(value: unknown): HandlerResult {
  const result: { value: HandlerResult } = Object.assign(Object.create(null), { value });
  return result.value;
}
