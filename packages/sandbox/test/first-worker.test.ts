import { expect, test } from "vitest";
import { createSandboxWith } from "../src/main/sandbox.ts";
import { WORKER_FILE } from "../src/main/threads/thread-files.ts";
import type { SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";

/** A file that is not there: workers that are to run it end before they are ready. */
const absent = (): URL => new URL("absent-worker.js", import.meta.url);
const quick = "export const handler = () => ({ handled: true });";

test("a first worker that cannot start is replaced, as later ones are", async () => {
  const workerFile = absent();
  const events: SandboxEvent["type"][] = [];
  const onEvent = ({ type }: SandboxEvent): void => {
    events.push(type);
    // From now on workers can start.
    if (type === "worker-ended") workerFile.href = WORKER_FILE.href;
  };
  await using sandbox = createSandboxWith({ workers: 1, onEvent }, { workerFile });
  const plugin = await sandbox.load(quick);
  expect(await plugin.handler(createContext().context)).toEqual({ handled: true });
  expect(events.slice(0, 2)).toEqual(["worker-ended", "worker-started"]);
});

test("when no worker can start, none is started without end, and the error says why", async () => {
  const ended: SandboxEvent[] = [];
  await using sandbox = createSandboxWith(
    { workers: 1, onEvent: (event) => ended.push(event) },
    { workerFile: absent() },
  );
  await expect(sandbox.load(quick)).rejects.toMatchObject({
    code: "SANDBOX_WORKER_LOST",
    // As in a host that was bundled into one file.
    message: expect.stringContaining("leave the package out of bundles"),
    cause: { code: "MODULE_NOT_FOUND" },
  });
  await expect(sandbox.start()).rejects.toMatchObject({ code: "SANDBOX_WORKER_LOST" });
  expect(ended.map(({ type }) => type)).toEqual(Array(3).fill("worker-ended"));
});

test("a sandbox that is closed while its first worker cannot start is closed", async () => {
  const sandbox = createSandboxWith({ workers: 1 }, { workerFile: absent() });
  const [loaded] = await Promise.allSettled([sandbox.load(quick), sandbox.close()]);
  expect(loaded).toMatchObject({ status: "rejected", reason: { code: "SANDBOX_CLOSED" } });
});
