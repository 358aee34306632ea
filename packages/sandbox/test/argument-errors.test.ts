import { createDispatcher } from "@botwright/core";
import { afterAll, describe, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext, createMessage } from "./context.ts";
import { loadAndReport, reporting } from "./report.ts";

const sandbox = createSandbox({ workers: 1, limits: { cpuMs: 10_000 } });
afterAll(() => sandbox.close());

describe("the errors of wrong arguments", () => {
  const ASK = `async function report({ storage, bot, aiService }) {
    const code = (promise) => promise.then(() => "done", ({ code, message }) => code + " " + message);
    let deep = [];
    for (let level = 0; level < 300; level++) deep = [deep];
    return [
      await code(storage.set("deep", deep)),
      await code(storage.get(5)),
      await code(bot.reply({ from: 1, contextToken: "" }, "x")),
      await code(aiService.callModel({ model: "m", messages: new Array(90_000).fill(0) })),
    ];
  }`;
  const EXPECTED = [
    "INVALID_ARGUMENT storage.set: the arguments must be JSON nested at most 256 levels deep",
    "INVALID_ARGUMENT storage.get: the first argument must be a key: a text of 1 to 256 characters, not 5",
    "INVALID_ARGUMENT bot.reply: the first argument must be msg: its from is 1",
    "INVALID_ARGUMENT aiService.callModel: messages[0] must be { role, content }, not 0",
  ];

  test("is the same for every caller", async () => {
    const report = await loadAndReport(sandbox, ASK);
    expect(await report()).toEqual(EXPECTED);
  });

  test("and from a dispatcher, which does not check them again", async () => {
    const { context, calls } = createContext();
    const plugins = [await sandbox.load(reporting(ASK), { slug: "asks" })];
    const services = (): Pick<typeof context, "storage"> => ({ storage: context.storage });
    const dispatcher = createDispatcher({ plugins, bot: context.bot, services });
    const { runs } = await dispatcher.dispatch({ id: "1", message: createMessage("hello") });
    expect(runs).toMatchObject([{ status: "handled" }]);
    expect(calls).toMatchObject([["storage.set", "report", { value: EXPECTED }]]);
  });
});
