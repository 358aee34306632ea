import { expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";
import { keepUsualPriority } from "../../../test/usual-priority.ts";

keepUsualPriority();

/** A plugin that builds a dictionary of this number of words at its top level. */
const dictionary = (words: number): string => `
  const words = new Map();
  for (let n = 0; n < ${words}; n++) words.set("word-" + n.toString(36), "meaning of " + n);
  export async function handler({ storage, config }) {
    const text = words.get("word-" + config.n.toString(36));
    await storage.get("key");
    return { handled: text === "meaning of " + config.n && words.size === ${words} };
  }`;
const small = `export async function handler({ storage }) {
  await storage.get("key");
  return { handled: true };
}`;
/** Lets the machine grow beyond what it begins with. */
const large = `export async function handler({ storage }) {
  const all = Array.from({ length: 30 }, () => new Uint8Array(1e6).fill(1));
  await storage.get("key");
  return { handled: all.length === 30 };
}`;

const limits = { cpuMs: 10_000 };

test(
  "a plugin whose image is larger than a new machine runs, alone and beside others",
  { tags: ["long"], timeout: 120_000 },
  async () => {
    const ended: unknown[] = [];
    const onEvent = (event: SandboxEvent): void => {
      if (event.type !== "worker-ended") return;
      if (event.reason === "hung" || event.reason === "crashed") ended.push(event);
    };
    await using sandbox = createSandbox({ workers: 2, limits, onEvent });
    const plugin = await sandbox.load(dictionary(150_000));
    const neighbour = await sandbox.load(small);
    const hungry = await sandbox.load(large);
    const { context } = createContext();
    const ask = (n: number): Promise<unknown> => plugin.handler({ ...context, config: { n } });
    for (let n = 0; n < 21; n++) {
      await expect(ask(n * 7400)).resolves.toEqual({ handled: true });
      const between = n % 10 === 0 ? hungry : neighbour;
      await expect(between.handler(context)).resolves.toEqual({ handled: true });
    }
    const calls = Array.from({ length: 21 }, (_, n) => [
      ask(n),
      neighbour.handler(context),
      ...(n % 10 === 0 ? [hungry.handler(context)] : []),
    ]).flat();
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    // Loading begins with the bare base again, however large the machine has become.
    const again = await sandbox.load(small);
    await expect(again.handler(context)).resolves.toEqual({ handled: true });
    expect(ended).toEqual([]);
  },
);

test("a plugin whose image fills its memory nearly to the end still starts", async () => {
  const memoryBytes = 20 * 2 ** 20;
  await using sandbox = createSandbox({ workers: 3, limits: { ...limits, memoryBytes } });
  const { context } = createContext();
  for (const bytes of [10e6, 12e6, 13e6, 14e6, 14.4e6]) {
    const source = `const bytes = new Uint8Array(${bytes}).fill(7);
      export const handler = () => ({ handled: bytes.at(-1) === 7 });`;
    const plugin = await sandbox.load(source).catch(() => undefined);
    if (plugin === undefined) continue;
    // In workers that have not loaded it, too.
    const calls = Array.from({ length: 9 }, () => plugin.handler(context));
    for (const call of calls) await expect(call).resolves.toEqual({ handled: true });
  }
});

/** A file that leaves this number of bytes. */
const bytes = (count: number): string =>
  `const bytes = new Uint8Array(${count}).fill(7); export const handler = () => ({ handled: bytes.length > 0 });`;

test("a file may leave only so much in the machine", async () => {
  await using sandbox = createSandbox({ workers: 1, limits: { imageBytes: 2_000_000 } });
  const { context } = createContext();
  const plugin = await sandbox.load(bytes(1_000_000));
  await expect(plugin.handler(context)).resolves.toEqual({ handled: true });
  const refused = sandbox.load(bytes(3_000_000));
  await expect(refused).rejects.toMatchObject({ code: "SANDBOX_IMAGE_LIMIT" });
  await expect(refused).rejects.toThrow(/2000000 bytes.*imageBytes/u);
  // One plugin may be given more.
  const roomy = await sandbox.load(bytes(3_000_000), { limits: { imageBytes: 4_000_000 } });
  await expect(roomy.handler(context)).resolves.toEqual({ handled: true });
  await expect(plugin.handler(context)).resolves.toEqual({ handled: true });
});

test("the default holds for many pieces as for one", async () => {
  await using sandbox = createSandbox({ workers: 1, limits: { cpuMs: 10_000 } });
  const source = `const all = []; for (let n = 0; n < 40; n++) all.push(new Uint8Array(1e6).fill(n + 1));
    export const handler = () => ({ handled: true });`;
  await expect(sandbox.load(source)).rejects.toMatchObject({ code: "SANDBOX_IMAGE_LIMIT" });
});
