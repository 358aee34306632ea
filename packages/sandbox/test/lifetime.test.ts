import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SANDBOX_BUNDLE } from "../../../test/thread-bundle.ts";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";

const run = promisify(execFile);

/** Runs a program in a process of its own, which ends only when nothing is left open. */
async function runAlone(body: string): Promise<string> {
  const code = `import { createSandbox } from ${JSON.stringify(SANDBOX_BUNDLE)}; ${body}`;
  const args = ["--input-type=module", "-e", code];
  const { stdout } = await run(process.execPath, args, { timeout: 100_000 });
  return stdout;
}

test("after close nothing is left that keeps the process alive", async () => {
  const stdout = await runAlone(`
    await using sandbox = createSandbox({ workers: 2 });
    await sandbox.load("export const handler = () => ({ handled: true });");
    console.log("done");
    await sandbox.close();
    console.log(process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap").join());`);
  expect(stdout).toBe("done\n\n");
});

test("a sandbox that was not closed lets the process end when no call runs", async () => {
  const stdout = await runAlone(`
    const sandbox = createSandbox({ workers: 2 });
    await sandbox.load("export const handler = () => ({ handled: true });");
    console.log("loaded");`);
  expect(stdout).toBe("loaded\n");
});

test("a sandbox that was never used opens nothing", async () => {
  expect(await runAlone(`createSandbox(); console.log("idle");`)).toBe("idle\n");
});

test("workers start before the first file when the host asks for it, once", async () => {
  const events: string[] = [];
  await using sandbox = createSandbox({ workers: 1, onEvent: ({ type }) => events.push(type) });
  await Promise.all([sandbox.start(), sandbox.start()]);
  await sandbox.load("export const handler = () => ({ handled: true });");
  expect(events).toEqual(["worker-started", "plugin-loaded"]);
  await sandbox.close();
  await expect(sandbox.start()).rejects.toMatchObject({ code: "SANDBOX_CLOSED" });
});

test("closing ends what waits and refuses what comes", async () => {
  const sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load("export const handler = ({ storage }) => storage.get('k');");
  const { context } = createContext();
  const asked = Promise.withResolvers<void>();
  const get = (): Promise<never> => {
    asked.resolve();
    return new Promise(() => {});
  };
  const call = plugin.handler({ ...context, storage: { ...context.storage, get } });
  const outcome = call.catch((error: unknown) => error);
  await asked.promise;
  await sandbox.close({ graceMs: 50 });
  expect(await outcome).toMatchObject({ code: "SANDBOX_CLOSED" });
  await expect(plugin.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CLOSED" });
  await expect(sandbox.load("export const handler = 1;")).rejects.toMatchObject({
    code: "SANDBOX_CLOSED",
  });
  await sandbox.close();
});

test("closing waits for what ends in time", async () => {
  const sandbox = createSandbox({ workers: 1 });
  const plugin = await sandbox.load(
    "export const handler = ({ storage }) => storage.get('k').then(() => ({ handled: true }));",
  );
  const { context } = createContext();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<null>();
  const get = (): Promise<null> => {
    asked.resolve();
    return answered.promise;
  };
  const call = plugin.handler({ ...context, storage: { ...context.storage, get } });
  await asked.promise;
  const closed = sandbox.close();
  await expect(plugin.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CLOSED" });
  answered.resolve(null);
  expect(await call).toEqual({ handled: true });
  await closed;
});

test("closing while the workers start", async () => {
  const sandbox = createSandbox({ workers: 1 });
  const loading = sandbox.load("export const handler = () => ({ handled: true });");
  const outcome = loading.catch((error: unknown) => error);
  await sandbox.close();
  expect(await outcome).toMatchObject({ code: "SANDBOX_CLOSED" });
});
