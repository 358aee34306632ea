import { createMemoryStorage, openHostCalls, withUpdate } from "@botwright/core";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createSandbox } from "../src/index.ts";
import { readArguments } from "../src/main/call/host-bridge.ts";
import { createContext } from "./context.ts";
import { request } from "./guest-request.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

describe("what is stored and read is not written as JSON by the main thread", () => {
  const stringify = vi.spyOn(JSON, "stringify");
  afterAll(() => stringify.mockRestore());
  const numbers = Array.from({ length: 2000 }, (_, at) => at / 7);
  /** The lists and long texts that were written since the last look. */
  const written = (): unknown[] => {
    const given = stringify.mock.calls.map(([value]) => value);
    stringify.mockClear();
    return given.filter((value) => Array.isArray(value) || String(value).length > 1000);
  };

  test("a list is stored by the JSON in which the guest sent it", async () => {
    const { context } = createContext();
    const storage = withUpdate(createMemoryStorage().open(1, "numbers"));
    const hostCalls = openHostCalls({ context: { ...context, storage }, permissions: undefined });
    const more = [...numbers, 1];
    const set = request("storage.set", JSON.stringify(["key", numbers]));
    const swap = request("storage.compareAndSet", JSON.stringify(["key", numbers, more]));
    written();
    for (const one of [set, swap]) {
      await hostCalls.run(one.operation, () => readArguments(one), { isFromJson: true });
    }
    expect(written()).toEqual([]);
    expect(await storage.get("key")).toEqual(more);
  });

  test("blanks around the list, which no guest writes, are not stored", async () => {
    const { context } = createContext();
    const storage = withUpdate(createMemoryStorage().open(1, "blanks"));
    const hostCalls = openHostCalls({ context: { ...context, storage }, permissions: undefined });
    const json = JSON.stringify(["key", numbers]);
    for (const spaced of [`${json} `, ` ${json}`, json.replaceAll(",", " , ")]) {
      const set = request("storage.set", spaced);
      await hostCalls.run("storage.set", () => readArguments(set), { isFromJson: true });
      expect(await storage.get("key")).toEqual(numbers);
    }
  });

  test("a list with a wrong key is refused", async () => {
    const json = JSON.stringify([5, numbers]);
    const { context } = createContext();
    const hostCalls = openHostCalls({ context, permissions: undefined });
    written();
    const refused = hostCalls.run("storage.set", () => JSON.parse(json), { isFromJson: true });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(written()).toEqual([]);
  });

  test("a long text is read", async () => {
    const read = '\u0001\ud800中"\\'.repeat(2000);
    const { context } = createContext();
    const storage = { ...context.storage, get: async () => read };
    const report = await loadAndReport(
      sandbox,
      `async function report({ storage }) {
        const text = await storage.get("key");
        return [text.length, text === "\\u0001\\ud800中\\"\\\\".repeat(2000)];
      }`,
    );
    written();
    expect(await report({ ...context, storage })).toEqual([read.length, true]);
    expect(written()).toEqual([]);
  });
});
