import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";

const PLATFORMS = ["dingtalk", "feishu", "telegram", "wechat", "wecom"] as const;

/** Options that an author of JavaScript may write. */
const WRONG: readonly (readonly [options: unknown, problem: string])[] = [
  [{ requestLogs: 5 }, "The option `requestLogs` is unknown; "],
  [{ port: "8080" }, "The option `port` must be a number."],
  [{ port: null }, "The option `port` must be a number."],
  [{ clock: 0 }, "The option `clock` must be a function."],
  [{ address: null }, "The option `address` must be an object."],
  [5, "The options must be an object."],
];

describe.each(PLATFORMS)("%s", (platform) => {
  test.each(WRONG)("refuses options that it does not have: %j", async (options, problem) => {
    const starting: unknown = Reflect.apply(startSimulator, undefined, [platform, options]);
    await expect(starting).rejects.toMatchObject({
      name: "SimulatorError",
      code: "INVALID_INPUT",
      message: expect.stringContaining(problem),
    });
  });
});

test("names the options that a platform has", async () => {
  const starting: unknown = Reflect.apply(startSimulator, undefined, ["wecom", { tokenLife: 5 }]);
  await expect(starting).rejects.toThrow(
    "The option `tokenLife` is unknown; wecom has port, address, requestLog, clock, credentials, callbackUrl,",
  );
});

test("a fault refuses an option that it does not have, and one of the wrong kind", async () => {
  await using simulator = await startSimulator("dingtalk");
  expect(() => simulator.fault("slow", JSON.parse('{ "millis": 5 }'))).toThrow(
    'The option `millis` is unknown; the fault "slow" has times, method, ms.',
  );
  expect(() => simulator.fault("duplicate", JSON.parse('{ "times": "twice" }'))).toThrow(
    "The option `times` must be a number.",
  );
  expect(() => simulator.fault("refuse", JSON.parse('{ "code": true }'))).toThrow(
    "The option `code` must be a text or a number.",
  );
});

test.each([
  ["dingtalk", "duplicate"],
  ["feishu", "fragments"],
  ["feishu", "refused-user"],
  ["telegram", "revoked-credentials"],
  ["wechat", "revoked-credentials"],
  ["wecom", "bare-text"],
] as const)("on %s, the fault %s is tied to no call and has no method", async (platform, name) => {
  await using simulator = await startSimulator(platform);
  const injecting = (): unknown =>
    Reflect.apply(simulator.fault.bind(simulator), undefined, [name, { method: "send" }]);
  expect(injecting).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      message: expect.stringContaining(
        `The option \`method\` is unknown; the fault "${name}" has times`,
      ),
    }),
  );
});
