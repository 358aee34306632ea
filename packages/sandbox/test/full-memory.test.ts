import { afterAll, beforeEach, expect, test } from "vitest";
import { createSandbox, type SandboxEvent } from "../src/index.ts";
import { parseThrown, toFailure, toLoadFailure } from "../src/machine/calls/guest-errors.ts";
import { createContext } from "./context.ts";

/** Fills the heap, and then frees this number of its bytes. */
const FILL = `
  const kept = [];
  const fill = (left) => {
    let spare = new Uint8Array(left);
    for (let bytes = 4194304; bytes > 8;) {
      try {
        kept.push(new Uint8Array(bytes));
      } catch { bytes >>= 1; }
    }
    // The smallest holes, which typed arrays do not fit into.
    try { for (;;) kept.push({ next: kept.length }); } catch {}
    try { for (let text = "x"; ; text = text + kept.length) kept.push(text); } catch {}
    spare = undefined;
  };`;

/** What a plugin does with a full heap; each may need memory in the machine and on its way out. */
const DEEDS: Readonly<Record<string, string>> = {
  "throws an error": "throw new Error('full')",
  "throws a long text": "throw kept.join()",
  "throws a class of its own":
    "throw new (class Full extends Error { get name() { return 'F'.repeat(1e5); } })()",
  "throws an object with getters":
    "throw { get message() { return 'm'.repeat(1e4); }, get stack() { return [1]; } }",
  "throws null": "throw null",
  "returns an object": "return { handled: true, text: 'result' }",
  "returns undefined": "return undefined",
  "returns a long list": "return { handled: true, list: Array(1000).fill('item') }",
  "returns what has toJSON": "return { toJSON: () => 'x'.repeat(1000) }",
  "asks the host": "await storage.get('key'); return { handled: true }",
  "asks the host with a long value":
    "await storage.set('key', 'x'.repeat(5000)); return { handled: true }",
  "sends bytes": "await bot.sendImage('user', kept[0].slice(0, 1000)); return { handled: true }",
  "sends a shared view":
    "await bot.sendImage('user', kept[0].subarray(1, 2000)); return { handled: true }",
  "asks many times":
    "await Promise.all([1, 2, 3].map((key) => storage.get('key' + key))); return { handled: true }",
  "catches everything":
    "for (let round = 0; round < 20; round++) { try { await storage.get('key'); kept.pop(); } catch {} } return { handled: true }",
  logs: "for (let round = 0; round < 10; round++) console.log('full', kept.length, { a: [1, 2] }); return { handled: true }",
  "reads the medium": "return { handled: mediaBuffer.length > 0 }",
  "encodes and decodes":
    "return { handled: new TextDecoder('gbk').decode(new TextEncoder().encode('full')).length > 0 }",
  "uses Buffer": "return { handled: Buffer.from('full').toString('base64').length > 0 }",
  "parses addresses":
    "const url = new URL('https://a.example/b?c=d'); url.searchParams.append('e', 'f'); return { handled: url.href.length > 0 }",
  hashes:
    "const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(8)); return { handled: hash.byteLength === 32 }",
  "draws random bytes":
    "return { handled: crypto.randomUUID() !== '00000000-0000-4000-8000-000000000000' }",
  formats:
    "return { handled: (1234.5).toLocaleString('de').length > 0 && new Date(0).toLocaleString().length > 0 }",
  "waits for a timer":
    "await new Promise((resolve) => setTimeout(resolve, 1)); return { handled: true }",
  fetches:
    "await fetch('https://a.example/', { method: 'POST', body: 'x'.repeat(100) }).catch(() => {}); return { handled: true }",
  clones: "return { handled: structuredClone({ a: [1, new Date(0)] }).a.length === 2 }",
  "rejects later":
    "queueMicrotask(() => { throw new Error('later'); }); await storage.get('key'); return { handled: true }",
  "fills the rest while it waits":
    "const asked = storage.get('key'); fill(0); await asked; return { handled: true }",
};

const LEFT = [0, 64, 1024, 4096, 8192, 12_000, 16_384, 40_000];

const CODED = new Set([
  "PLUGIN_ERROR",
  "PLUGIN_INVALID_RESULT",
  "SANDBOX_MEMORY_LIMIT",
  "PLUGIN_NEVER_SETTLED",
]);

/** CPU time that a slow machine has for filling a heap. */
const cpuMs = 60_000;

const neighbour =
  "export async function handler({ storage }) { await storage.get('key'); return { handled: true } }";

/** Why workers ended during a test. */
const ended: string[] = [];
beforeEach(() => ended.splice(0));

/** No plugin waits because of the limits that it has broken. */
const unbudgeted = { "broken-limits": { capacity: 1e6, perSecond: 1e6 } };

/** A sandbox with little memory, of which no worker may be lost. */
const sandbox = createSandbox({
  workers: 2,
  limits: { memoryBytes: 2 ** 24, cpuMs, wallMs: 120_000 },
  budgets: { plugin: unbudgeted, installation: unbudgeted },
  onEvent(event: SandboxEvent) {
    if (event.type !== "worker-ended") return;
    if (event.reason === "hung" || event.reason === "crashed") ended.push(event.reason);
  },
});
afterAll(() => sandbox.close());
const good = await sandbox.load(neighbour);

test("what crosses as an empty text is the failure of a full machine", () => {
  for (const json of ["", "{", "null", "1", '"text"']) {
    expect(toFailure(parseThrown(json), true).code).toBe("SANDBOX_MEMORY_LIMIT");
    expect(toFailure(parseThrown(json), false).code).toBe("PLUGIN_ERROR");
    expect(toLoadFailure(parseThrown(json), true).code).toBe("SANDBOX_MEMORY_LIMIT");
  }
  const unread = { name: "Error", message: "the error could not be read" };
  expect(toFailure(unread, true).code).toBe("SANDBOX_MEMORY_LIMIT");
  expect(toFailure(unread, false).code).toBe("PLUGIN_ERROR");
});

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return "handled";
  } catch (error) {
    return Reflect.get(Object(error), "code") ?? String(error);
  }
}

test.each(Object.entries(DEEDS))("with a full heap a plugin %s", async (_name, deed) => {
  const { context } = createContext({ mediaBuffer: Buffer.alloc(5000, 1) });
  const parameters = "{ bot, storage, config, mediaBuffer }";
  const plugin = await sandbox.load(
    `${FILL} export async function handler(context) {
      const ${parameters.replace(", mediaBuffer", "")} = context; fill(config.left);
      const body = async ({ mediaBuffer }) => { ${deed} };
      return body(context);
    }`,
  );
  const outcomes = await Promise.all(
    LEFT.flatMap((left) => [
      codeOf(plugin.handler({ ...context, config: { left } })),
      codeOf(good.handler(context)),
    ]),
  );
  const ofPlugin = outcomes.filter((_outcome, index) => index % 2 === 0);
  const ofNeighbour = outcomes.filter((_outcome, index) => index % 2 === 1);
  expect(new Set(ofNeighbour)).toEqual(new Set(["handled"]));
  for (const outcome of ofPlugin) expect([...CODED, "handled"]).toContain(outcome);
  // The heap was full indeed, and the smallest rests are too little for anything.
  expect(outcomes[0]).toBe("SANDBOX_MEMORY_LIMIT");
  expect(ended).toEqual([]);
});

test(
  "a file that fills the heap while it is loaded fails with a code",
  { tags: ["long"] },
  async () => {
    const { context } = createContext();
    const codes = new Map<unknown, number>();
    for (const left of LEFT) {
      for (const [top, rest] of [
        ["throw new Error('full')", ""],
        ["throw null", ""],
        ["throw { message: 'm'.repeat(1e4) }", ""],
        ["", ""],
        ["", "export const meta = { slug: 'full', description: 'd'.repeat(500) };"],
        ["new URL('https://a.example'); Buffer.from('a').toString('hex');", ""],
        ["console.log('full', kept);", ""],
        ["await null; throw new Error('later');", ""],
      ]) {
        const source = `${FILL} fill(${left}); ${top}; ${rest} export const handler = () => ({ handled: true });`;
        const code = await codeOf(sandbox.load(source));
        codes.set(code, (codes.get(code) ?? 0) + 1);
        await expect(good.handler(context)).resolves.toEqual({ handled: true });
      }
    }
    for (const code of codes.keys()) expect([...CODED, "handled"]).toContain(code);
    expect(codes.get("SANDBOX_MEMORY_LIMIT")).toBeGreaterThan(0);
    expect(ended).toEqual([]);
  },
);

test("a result that does not get out of a full machine is an error, not nothing", async () => {
  const { context } = createContext();
  const plugin = await sandbox.load(`${FILL} export async function handler({ config }) {
    const result = { handled: true, text: "x".repeat(config.length) };
    fill(config.left);
    return result;
  }`);
  for (const length of [10, 1000, 100_000, 1_000_000]) {
    for (const left of LEFT) {
      const outcome = await codeOf(plugin.handler({ ...context, config: { length, left } }));
      expect(["handled", "SANDBOX_MEMORY_LIMIT"]).toContain(outcome);
    }
  }
  expect(ended).toEqual([]);
});
