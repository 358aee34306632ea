import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { createContext } from "./context.ts";

test("files that loop while they are loaded keep no call waiting", { tags: ["long"] }, async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = createSandbox({
    workers: 1,
    limits: { cpuMs: 400 },
    onEvent: (event) => void events.push(event),
  });
  const good = await sandbox.load("export const handler = () => ({ handled: true });");
  const started = (): number => events.filter(({ type }) => type === "worker-started").length;
  while (started() < 2) await sleep(5);
  let ended = 0;
  const loads = [1, 2].map(async (file) => {
    const loading = sandbox.load(`for (;;); // ${file}`);
    await expect(loading).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    ended++;
  });
  const { context } = createContext();
  for (let round = 0; round < 20; round++) await good.handler(context);
  expect(ended).toBe(0);
  await Promise.all(loads);
  // No load stood in for a worker of calls.
  expect(events.filter(({ type }) => type === "call-moved")).toEqual([]);
});

test("a plugin that breaks limits again and again waits while others are there, and an event says why", async () => {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  // On a busy machine a step may take so long that its plugin has to wait for another reason.
  const plenty = { capacity: 1e9, perSecond: 1e9 };
  const others = { cpu: plenty, "main-thread": plenty, "short-steps": plenty, memory: plenty };
  const budgets = { plugin: others, installation: others };
  await using sandbox = createSandbox({ workers: 1, onEvent, budgets });
  const greedy = await sandbox.load(
    "export async function handler({ storage }) { for (;;) await storage.get('k'); }",
    { slug: "greedy" },
  );
  const good = await sandbox.load("export const handler = () => ({ handled: true });");
  const { context } = createContext();
  const call = (): Promise<unknown> => greedy.handler(context).catch((error: unknown) => error);
  for (let round = 0; round < 4; round++) {
    await good.handler(context);
    await call();
  }
  const told = events.filter((event) => event.type === "plugin-slow" && event.budget !== "cpu");
  expect(told).toMatchObject([{ slug: "greedy", budget: "broken-limits" }]);
  // It is there, however long the call before has taken.
  await good.handler(context);
  let hasEnded = false;
  const waiting = call().then(() => (hasEnded = true));
  for (let round = 0; round < 10; round++) await good.handler(context);
  expect(hasEnded).toBe(false);
  // Alone it need not wait.
  await waiting;
});

test("the image of a file that is refused is charged to its slug, and an event says so", async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = createSandbox({ workers: 1, onEvent: (event) => void events.push(event) });
  const handler = "export function handler() { return { handled: true }; }";
  const image = "export const table = new Uint8Array(10_000_000).fill(1);";
  const good = await sandbox.load(image + handler, { slug: "good" });
  const { context } = createContext();
  const end = { code: "" };
  const refused = sandbox
    .load(image, { slug: "refused" })
    .catch((error) => Object.assign(end, error));
  // Another plugin is there all the time, however long the load takes, and each call of it.
  const calls: Promise<unknown>[] = [];
  while (end.code === "") {
    calls.push(good.handler(context));
    await sleep(20);
  }
  await Promise.all(calls);
  expect(await refused).toMatchObject({ code: "PLUGIN_NO_HANDLER" });
  const told = events.filter(
    (event) => event.type === "plugin-slow" && event.budget === "transfer",
  );
  expect(told).toMatchObject([{ slug: "refused" }]);
});

test(
  "a call that hangs its worker after it was ended is charged like one that a limit ended, and once",
  { tags: ["long"] },
  async () => {
    const events: SandboxEvent[] = [];
    const onEvent = (event: SandboxEvent): number => events.push(event);
    const budgets = { plugin: { "broken-limits": { capacity: 1.5, perSecond: 1e-6 } } };
    const quarantine = { strikes: 1000 };
    await using sandbox = createSandbox({ workers: 1, onEvent, budgets, quarantine });
    const limits = { cpuMs: 50 };
    const source = "export const handler = () => new Array(2 ** 32 - 1).includes(2);";
    const ended = await sandbox.load(source, { slug: "ended", limits: { ...limits, wallMs: 5 } });
    const hung = await sandbox.load(`${source}//`, { slug: "hung", limits });
    const { context } = createContext();
    const charged = (): string[] =>
      events.flatMap((event) =>
        event.type === "plugin-slow" && event.budget === "broken-limits" ? [event.slug] : [],
      );
    const hang = (): Promise<void> =>
      expect(hung.handler(context)).rejects.toMatchObject({ code: "SANDBOX_CPU_LIMIT" });
    await hang();
    expect(charged()).toEqual([]);
    await hang();
    expect(charged()).toEqual(["hung"]);
    // The time of some may be up before they begin; the worker of each other one goes on until its limit.
    while (charged().length < 2) {
      await expect(ended.handler(context)).rejects.toMatchObject({ code: "PLUGIN_TIMEOUT" });
      await sleep(20);
    }
    // A worker that hung may be noticed while another call of the plugin hangs: then it is told again.
    expect([...new Set(charged())]).toEqual(["hung", "ended"]);
  },
);

const neverAnswers = (): Promise<Response> => new Promise(() => {});

test("an event says that a plugin waits for bytes of answers", async () => {
  const events: SandboxEvent[] = [];
  const onEvent = (event: SandboxEvent): number => events.push(event);
  const own = { onEvent, fetch: neverAnswers, pluginAnswerBytes: 1 };
  await using sandbox = createSandbox({ workers: 1, ...own });
  const source = `export async function handler() {
    await Promise.all([fetch("https://a.example/"), fetch("https://a.example/")]);
  }`;
  const plugin = await sandbox.load(source, { slug: "waits" });
  const call = plugin.handler(createContext().context).catch(() => {});
  await expect
    .poll(() => events)
    .toContainEqual(
      expect.objectContaining({ type: "plugin-slow", slug: "waits", budget: "answers" }),
    );
  await sandbox.close({ graceMs: 0 });
  await call;
});
