import { connectSimulator } from "@botwright/harness";
import { type PlatformAdapter, PLATFORMS, silentLogger } from "@botwright/core";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startHost } from "./host.ts";

const plugins = ["greeting", "notebook"].map(
  (name) => new URL(`../plugins/${name}.js`, import.meta.url),
);

/** The path of a storage file that the test's end removes. */
async function storagePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "own-host-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "storage.json");
}

async function host(
  adapters: readonly PlatformAdapter[],
  path?: string,
  pluginFiles: readonly (string | URL)[] = plugins,
): Promise<AsyncDisposable> {
  const options = { adapters, pluginFiles, logger: silentLogger };
  return startHost({ ...options, storagePath: path ?? (await storagePath()) });
}

test.each(PLATFORMS)("a host of one's own on %s", async (platform) => {
  await using connected = await connectSimulator(platform);
  const { simulator, adapter } = connected;
  const from = connected.idOf("ann");
  const running = await host([adapter]);
  await simulator.say({ from, text: "note milk" });
  await simulator.waitForSent(1);
  await simulator.say({ from, text: "notes" });
  const sent = await simulator.waitForSent(2);
  await running[Symbol.asyncDispose]();
  expect(sent.map(({ to, text }) => ({ to, text }))).toEqual([
    { to: from, text: "📒 Note 1 kept." },
    { to: from, text: "Your notes\n① milk" },
  ]);
});

test("two platforms have the same plugins, and what they store", async () => {
  await using wecom = await connectSimulator("wecom");
  await using telegram = await connectSimulator("telegram");
  const running = await host([wecom.adapter, telegram.adapter]);
  // The notebook keeps notes by the person's id, and this one has the same on both.
  await wecom.simulator.say({ from: "1001", text: "note milk" });
  await wecom.simulator.waitForSent(1);
  await telegram.simulator.say({ from: "1001", text: "notes" });
  expect((await telegram.simulator.waitForSent(1))[0]?.text).toBe("Your notes\n① milk");
  await running[Symbol.asyncDispose]();
});

test("what plugins store is there after a restart", async () => {
  const path = await storagePath();
  const texts: unknown[] = [];
  for (const text of ["note milk", "notes"]) {
    await using connected = await connectSimulator("telegram");
    const { simulator, adapter } = connected;
    const running = await host([adapter], path);
    await simulator.say({ from: "1001", text });
    texts.push((await simulator.waitForSent(1))[0]?.text);
    await running[Symbol.asyncDispose]();
  }
  expect(texts).toEqual(["📒 Note 1 kept.", "Your notes\n① milk"]);
});

test("what was taken is answered before it closes", async () => {
  await using connected = await connectSimulator("telegram");
  const { simulator, adapter } = connected;
  const running = await host([adapter]);
  await Promise.all(["1", "2", "3"].map((from) => simulator.say({ from, text: "hello" })));
  await simulator.waitForSent(1);
  await running[Symbol.asyncDispose]();
  // Whom it did not take a message from is still waiting at the platform.
  expect(simulator.sent().length + simulator.pending()).toBeGreaterThanOrEqual(3);
});

test("a file that grants itself more when it runs than its text says is refused", async () => {
  await using connected = await connectSimulator("telegram");
  const path = await storagePath();
  const file = join(dirname(path), "modest.js");
  const disguised = `export const meta = { slug: "modest", permissions: { hosts: [] } };
const widen = (declared) => { delete declared.permissions; };
widen(meta);
export const handler = () => ({ handled: true });
`;
  await writeFile(file, disguised);
  await expect(host([connected.adapter], path, [file])).rejects.toThrow(/meta/u);
});
