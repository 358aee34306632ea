import {
  createManualClock,
  type HostOperation,
  type JournalEntry,
  openPluginCall,
  type Plugin,
  type RecordedRun,
} from "@botwright/core";
import { createHostMatcher } from "@botwright/guarded-fetch";
import type { Sandbox } from "@botwright/sandbox";
import { expect, test } from "vitest";
import { createRerunner } from "../src/safe-update/rerun-all.ts";
import { compareRun } from "../src/safe-update/compare-run.ts";

/** Of every fetch. */
const answer = {
  status: 200,
  statusText: "",
  url: "",
  redirected: false,
  headers: [],
  body: new Uint8Array(),
};

/** A plugin that fetches one address, after another call, with the hosts that its new version declares. */
function fetching(url: string, hosts: readonly string[], before?: Change): Plugin {
  return {
    meta: { slug: "news", permissions: { hosts: [...hosts] } },
    version: "2",
    permitsHost: createHostMatcher(hosts).matches,
    async handler(_context, call) {
      if (before !== undefined) {
        await call?.intercept?.(before.operation, before.now, async () => undefined);
      }
      await call?.intercept?.("fetch", [url, { method: "GET", headers: [] }], async () => answer);
      return { handled: true };
    },
  };
}

/** A host call that a new version makes with other arguments. */
interface Change {
  readonly operation: HostOperation;
  readonly recorded: readonly unknown[];
  readonly now: readonly unknown[];
}

function recordOf(url: string, before?: Change): RecordedRun {
  const args = [url, { method: "GET", headers: [] }];
  const outcome = { order: 0, at: 0, ok: true, value: answer } as const;
  const calls: Omit<JournalEntry, "callId" | "sequence">[] = [
    { operation: "fetch", args, outcome },
  ];
  if (before !== undefined) {
    const { operation, recorded } = before;
    calls.unshift({
      operation,
      args: recorded,
      outcome: { order: 0, at: 0, ok: true, value: undefined },
    });
  }
  const message = { type: "text", text: "", from: "ann", to: "bot", timestamp: 0 } as const;
  return {
    format: "botwright-run",
    formatVersion: 1,
    plugin: { slug: "news", version: "1" },
    callId: "1/1/news",
    platform: "telegram",
    variant: "multi",
    context: {
      msg: { ...message, contextToken: "", messageId: 1, raw: {} },
      config: {},
      botDbId: 1,
      userId: 1,
      mediaBuffer: null,
    },
    calls: calls.map((call, sequence) => ({ ...call, callId: "1/1/news", sequence })),
    outcome: { status: "handled" },
  };
}

test.each([
  ["https://api.example.com/", "api.example.com"],
  ["https://api.example.com./", "API.example.com"],
  ["https://a.b.example.com/", "*.example.com"],
  ["https://xn--bcher-kva.example/", "bücher.example"],
])("an update that declares the host of %s as %s fails nothing", async (url, host) => {
  const compare = (...hosts: string[]) =>
    compareRun(recordOf(url), fetching(url, hosts), async () => 0);
  expect((await compare(host)).error).toBeUndefined();
  const { hostname } = new URL(url);
  expect((await compare("other.example")).error).toEqual({
    code: "PERMISSION_DENIED",
    message: `the plugin does not have the permission for fetch: its meta.permissions lacks hosts: ["${hostname}"]`,
  });
});

test.each<[HostOperation, unknown[], unknown[]]>([
  ["storage.set", ["visits", 1], ["visits", 2]],
  ["storage.delete", ["visits"], ["count"]],
  ["bot.sendTyping", ["ann"], ["bob"]],
])("the comparison goes on after %s has other arguments", async (operation, recorded, now) => {
  const change = { operation, recorded, now };
  const url = "https://api.example.com/";
  const { error, findings } = await compareRun(
    recordOf(url, change),
    fetching(url, ["other.example"], change),
    async () => 0,
  );
  expect(error).toMatchObject({ code: "PERMISSION_DENIED" });
  expect([...findings]).toContain("asks_otherwise");
});

test("a run that does not end is ended by the version's own limit, and the error says so", async () => {
  const clock = createManualClock(0);
  const meta = { slug: "news" };
  const load: Sandbox["load"] = async (_code, { limits: { wallMs = 0 } = {} } = {}) => ({
    meta,
    version: "2",
    async handler(context, { id = "", intercept } = { id: "" }) {
      const given = { id, plugin: { meta }, wallMs, clock, intercept };
      const { aborted } = openPluginCall(context, given);
      clock.advance(wallMs);
      return aborted;
    },
  });
  const rerunner = createRerunner({
    sandbox: { load },
    messages: { readRecord: () => Promise.reject(new Error("not asked for")) },
    priceOf: async () => 0,
    wallMs: 60_000,
    cpuMs: 60_000,
    clock,
  });
  const version = { slug: "news", code: "", meta: "{}", version: "1.0.0" };
  const { error, findings } = await rerunner.one(recordOf("https://api.example.com/"), version);
  expect(error).toEqual({
    code: "PLUGIN_TIMEOUT",
    message: "plugin news did not finish within 10000 ms",
  });
  expect([...findings]).toEqual(["fails"]);
});

test("an answer to a message in whose token a password stands by chance is permitted", async () => {
  const recorded = recordOf("https://api.example.com/");
  const contextToken = "om_a1__secret.config.pin__c9";
  const outcome = { order: 0, at: 0, ok: true, value: { status: "sent" } } as const;
  const msg = { ...recorded.context.msg, contextToken };
  const answers: Plugin = {
    meta: { slug: "news", permissions: {} },
    version: "2",
    async handler({ msg: answered }, call) {
      await call?.intercept?.("bot.reply", [answered, "now"], async () => undefined);
      return { handled: true };
    },
  };
  const { error, findings } = await compareRun(
    {
      ...recorded,
      secrets: [{ name: "config.pin", remainder: 1 }],
      context: { ...recorded.context, msg },
      calls: [
        { callId: "1/1/news", sequence: 0, operation: "bot.reply", args: [msg, "then"], outcome },
      ],
    },
    answers,
    async () => 0,
  );
  expect(error).toBeUndefined();
  expect([...findings]).toEqual(["sends_otherwise"]);
});
