/** What a plugin with `runIn: "host"` finds that the sandbox has in its own way. */
import { expect, test } from "vitest";
import { createHarness, type HarnessOptions } from "../src/index.ts";

/** What a plugin tells of its run. */
async function toldBy(body: string, options: HarnessOptions): Promise<string[]> {
  const source = `export async function handler({ bot, msg }) {
    const told = [];
    ${body}
    for (const one of told) await bot.reply(msg, String(one));
    return { handled: true };
  }`;
  await using h = await createHarness(source, options);
  const { error, replies, logs } = await h.user().says("hello");
  expect(error).toBeUndefined();
  expect(logs).toEqual([]);
  return [...replies];
}

test("a deadline of a request passes in the host as in the sandbox, by the harness's clock", async () => {
  const body = `const tell = (promise) => promise.then((it) => it.text(), String).then((text) => told.push(text));
    const began = Date.now();
    const later = new AbortController();
    await tell(fetch("https://api.example.com/slow", { signal: AbortSignal.timeout(100) }));
    told.push(Date.now() - began);
    const either = AbortSignal.any([later.signal, AbortSignal.timeout(200)]);
    await tell(fetch("https://api.example.com/slow", { signal: either }));
    told.push(Date.now() - began);
    await tell(fetch("https://api.example.com/slow", { signal: AbortSignal.timeout(5000) }));
    told.push(AbortSignal.abort("taken").reason, later.signal instanceof AbortSignal);
    try { AbortSignal.timeout(-1); } catch ({ code }) { told.push(code); }`;
  const fetch: NonNullable<HarnessOptions["fetch"]> = {
    "https://api.example.com/slow": (_request, wait) => wait(3000).then(() => "slow"),
  };
  const ended = "TimeoutError: The operation was aborted due to timeout";
  for (const runIn of ["sandbox", "host"] as const) {
    const told = await toldBy(body, { fetch, runIn });
    expect(told).toEqual([ended, "100", ended, "300", "slow", "taken", "true", "ERR_OUT_OF_RANGE"]);
  }
});

test("the same seed gives the same random values in the host too, and another one others", async () => {
  const body = `told.push(crypto.randomUUID(), crypto.getRandomValues(new Uint16Array(4)).join(), Math.random());
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    told.push(new Uint8Array(digest).length);`;
  for (const runIn of ["sandbox", "host"] as const) {
    const told = await toldBy(body, { runIn, seed: 7 });
    expect(told[0]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(told[3]).toBe("32");
    expect(await toldBy(body, { runIn, seed: 7 })).toEqual(told);
    const others = await toldBy(body, { runIn, seed: 8 });
    for (const index of [0, 1, 2]) expect(others[index]).not.toBe(told[index]);
  }
});

test("the console shows objects in the host as in the sandbox", async () => {
  const source = `export function handler() {
    console.log("kept:", { a: 1, list: [1, { b: true, nothing: null }] }, 2n, undefined);
    return { handled: true };
  }`;
  for (const runIn of ["sandbox", "host"] as const) {
    await using h = await createHarness(source, { runIn });
    const { logs } = await h.user().says("hello");
    const line = "kept: { a: 1, list: [ 1, { b: true, nothing: null } ] } 2n undefined";
    expect(logs).toMatchObject([{ level: "info", text: line }]);
  }
});
