import { setTimeout as sleep } from "node:timers/promises";
import type { HostCallInterceptor, Logger } from "@botwright/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createHostWork, type HostWork } from "../src/main/fairness/host-work.ts";
import { createSandboxWith } from "../src/main/sandbox.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

/** A sandbox's queue of work that counts its steps, and knows whether one runs. */
function watchWork(): { work: HostWork; steps: () => number; isInStep: () => boolean } {
  const inner = createHostWork();
  let steps = 0;
  let depth = 0;
  const work: HostWork = {
    ...inner,
    run(account, step) {
      inner.run(account, () => {
        steps++;
        depth++;
        try {
          step();
        } finally {
          depth--;
        }
      });
    },
  };
  return { work, steps: () => steps, isInStep: () => depth > 0 };
}

/** Notes something of the moment when each JSON text with the word "marked" is parsed. */
function watchParsing<Noted>(note: () => Noted): readonly Noted[] {
  const parsed: Noted[] = [];
  const parse = JSON.parse.bind(JSON);
  vi.spyOn(JSON, "parse").mockImplementation((text: string, reviver) => {
    if (text.includes("marked")) parsed.push(note());
    return parse(text, reviver);
  });
  return parsed;
}

afterEach(() => void vi.restoreAllMocks());

describe("what the main thread does to load a file is done in steps of its account", () => {
  test("its console lines, 64 a step", async () => {
    const { work, steps, isInStep } = watchWork();
    const lines: { step: number; isInStep: boolean }[] = [];
    const note = (): void => void lines.push({ step: steps(), isInStep: isInStep() });
    const logger: Logger = { debug: note, info: note, warn: note, error: note };
    await using sandbox = createSandboxWith({ workers: 1, logger }, { work });
    await sandbox.load(
      "for (let line = 0; line < 200; line++) console.log(line); export const handler = () => {};",
    );
    expect(lines).toHaveLength(200);
    expect(lines.every((line) => line.isInStep)).toBe(true);
    const perStep = Map.groupBy(lines, ({ step }) => step);
    expect([...perStep.values()].map(({ length }) => length)).toEqual([64, 64, 64, 8]);
  });

  test("its declaration, the warnings of it and its hosts", async () => {
    const { work, isInStep } = watchWork();
    const parsed = watchParsing(isInStep);
    const canParse = URL.canParse.bind(URL);
    const hosts: boolean[] = [];
    vi.spyOn(URL, "canParse").mockImplementation((url) => {
      if (url.includes("marked")) hosts.push(isInStep());
      return canParse(url);
    });
    await using sandbox = createSandboxWith({ workers: 1 }, { work });
    await sandbox.load(
      `export const meta = { slug: "marked", permissions: { hosts: ["*.marked.example", "https://marked.example/"] } };
       export const handler = () => {};`,
    );
    expect(new Set(parsed)).toEqual(new Set([true]));
    expect(hosts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(hosts)).toEqual(new Set([true]));
  });

  test("the place of its error", async () => {
    const { work, isInStep } = watchWork();
    const maps = watchParsing(isInStep);
    await using sandbox = createSandboxWith({ workers: 1 }, { work });
    const map = Buffer.from('{"sources":["marked.ts"],"mappings":"AAAA"}').toString("base64");
    const comment = `//# sourceMappingURL=data:application/json;base64,${map}`;
    const source = `null.x; export const handler = () => {};\n${comment}`;
    await expect(sandbox.load(source)).rejects.toMatchObject({ code: "PLUGIN_ERROR" });
    expect(maps).toEqual([true]);
  });
});

const journaled: HostCallInterceptor = async (operation, _args, execute) => {
  if (operation === "fetch" || operation === "storage.get") await sleep(20);
  return execute();
};

test("a host call that a journal has recorded first is performed in a step of its account", async () => {
  const { work, isInStep } = watchWork();
  const performed: boolean[] = [];
  await using sandbox = createSandboxWith({ workers: 1 }, { work });
  const report = await loadAndReport(
    sandbox,
    "const report = async ({ storage }) => Promise.all(['a', 'b', 'c'].map((key) => storage.get(key)));",
  );
  const { context } = createContext();
  const get = async (key: string): Promise<string> => {
    performed.push(isInStep());
    return `value of ${key}`;
  };
  const storage = { ...context.storage, get };
  expect(await report({ ...context, storage }, { id: "call", intercept: journaled })).toEqual([
    "value of a",
    "value of b",
    "value of c",
  ]);
  expect(performed).toEqual([true, true, true]);
});

test("large arguments are parsed in a step before the one that checks them, small ones in the same", async () => {
  const { work, steps } = watchWork();
  const parsed = watchParsing(steps);
  const begun: number[] = [];
  await using sandbox = createSandboxWith({ workers: 1 }, { work });
  const report = await loadAndReport(
    sandbox,
    `const report = async ({ storage }) => {
       for (const length of [10, 50_000]) await storage.set("key", ["marked", ...Array(length).fill(1)]);
       const error = await storage.set("key", ["marked", ...Array(100_000).fill(1)]).catch((thrown) => thrown);
       return [(await storage.get("key")).length, error.code];
     };`,
  );
  const intercept: HostCallInterceptor = (operation, _args, execute) => {
    if (operation === "storage.set") begun.push(steps());
    return execute();
  };
  const { context } = createContext();
  const result = await report(context, { id: "call", intercept });
  expect(result).toEqual([50_001, "INVALID_ARGUMENT"]);
  const [small = 0, large = 0, refused = 0] = begun;
  expect(parsed.slice(0, 2)).toEqual([small, large - 1]);
  // It is too large to be parsed; what follows is the answer that is read.
  expect(parsed.slice(2).every((step) => step > refused)).toBe(true);
});

describe("a fetch that a journal has recorded first", () => {
  test("begins in a step of its account", async () => {
    const { work, isInStep } = watchWork();
    const begun: boolean[] = [];
    const fetch = async (): Promise<Response> => {
      begun.push(isInStep());
      return new Response("body");
    };
    await using sandbox = createSandboxWith({ workers: 1, fetch }, { work });
    const report = await loadAndReport(
      sandbox,
      "const report = async () => (await fetch('https://a.example/')).text();",
    );
    const call = { id: "call", intercept: journaled };
    expect(await report(createContext().context, call)).toBe("body");
    expect(begun).toEqual([true]);
  });

  test("does not begin when the plugin has aborted it meanwhile", async () => {
    let begun = 0;
    const fetch = async (): Promise<Response> => {
      begun++;
      return new Response("body");
    };
    await using sandbox = createSandboxWith({ workers: 1, fetch }, {});
    const report = await loadAndReport(
      sandbox,
      `async function report({ storage }) {
        const aborter = new AbortController();
        const fetching = fetch("https://a.example/", { signal: aborter.signal });
        setTimeout(() => {
          aborter.abort();
          void storage.get("aborted");
        }, 1);
        return fetching.then(() => "answered", (error) => error.name);
      }`,
    );
    const aborted = Promise.withResolvers<void>();
    const intercept: HostCallInterceptor = async (operation, _args, execute) => {
      // The abort came before this call, in the same message.
      if (operation === "storage.get") aborted.resolve();
      if (operation === "fetch") await aborted.promise;
      return execute();
    };
    const call = { id: "call", intercept };
    expect(await report(createContext().context, call)).toBe("AbortError");
    expect(begun).toBe(0);
  });
});
