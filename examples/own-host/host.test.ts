import { connectSimulator } from "@botwright/harness";
import { PLATFORMS, silentLogger } from "@botwright/core";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHost } from "./host.ts";

const plugins = ["greeting", "notebook"].map(
  (name) => new URL(`../plugins/${name}.js`, import.meta.url),
);

test.each(PLATFORMS)("a host of one's own on %s", async (platform) => {
  await using connected = await connectSimulator(platform);
  const { simulator, adapter } = connected;
  const from = connected.idOf("ann");
  const host = await startHost(adapter, plugins, silentLogger);
  await simulator.say({ from, text: "note milk" });
  await simulator.waitForSent(1);
  await simulator.say({ from, text: "notes" });
  const sent = await simulator.waitForSent(2);
  await host[Symbol.asyncDispose]();
  expect(sent.map(({ to, text }) => ({ to, text }))).toEqual([
    { to: from, text: "📒 Note 1 kept." },
    { to: from, text: "Your notes\n① milk" },
  ]);
});

test("what was taken is answered before it closes", async () => {
  await using connected = await connectSimulator("telegram");
  const { simulator, adapter } = connected;
  const host = await startHost(adapter, plugins, silentLogger);
  await Promise.all(["1", "2", "3"].map((from) => simulator.say({ from, text: "hello" })));
  await simulator.waitForSent(1);
  await host[Symbol.asyncDispose]();
  // Whom it did not take a message from is still waiting at the platform.
  expect(simulator.sent().length + simulator.pending()).toBeGreaterThanOrEqual(3);
});

test("a file that grants itself more when it runs than its text says is refused", async () => {
  await using connected = await connectSimulator("telegram");
  const folder = await mkdtemp(join(tmpdir(), "own-host-"));
  const file = join(folder, "modest.js");
  const disguised = `export const meta = { slug: "modest", permissions: { hosts: [] } };
const widen = (declared) => { delete declared.permissions; };
widen(meta);
export const handler = () => ({ handled: true });
`;
  await writeFile(file, disguised);
  await expect(startHost(connected.adapter, [file], silentLogger)).rejects.toThrow(/meta/u);
  await rm(folder, { recursive: true });
});
