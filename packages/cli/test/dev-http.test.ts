import { expect, test, vi } from "vitest";
import { PING } from "./plugins.ts";
import { start, withFiles } from "./running-dev.ts";
import { runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

test("any program on this machine can send messages on every platform", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js");
  const { terminal, url } = running;
  const say = (platform: string, body: object): Promise<Response> =>
    fetch(`${url}/simulators/${platform}/say`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await say("dingtalk", { from: "ben", text: "ping" })).status).toBe(200);
  await terminal.waitFor(/handled by ping/);
  const sent = await fetch(`${url}/simulators/dingtalk/sent`);
  expect(await sent.json()).toMatchObject([{ to: "ben", type: "text", text: "pong 1" }]);
  expect((await say("dingtalk", { from: "ben" })).status).toBe(400);
  expect((await say("irc", { from: "ben", text: "ping" })).status).toBe(404);
  const get = await fetch(`${url}/simulators/dingtalk/say`);
  expect(await get.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
});

test("a browser is shown a page with the chats, and what each plugin did", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js", "-p", "wecom");
  const { terminal, url } = running;
  const page = await fetch(url);
  expect(page.headers.get("content-type")).toContain("text/html");
  terminal.typeIn("ping\n");
  await terminal.waitFor(/handled by ping/);
  const stopping = new AbortController();
  const events = await fetch(`${url}/events`, { signal: stopping.signal });
  let seen = "";
  for await (const chunk of events.body ?? []) {
    seen += Buffer.from(chunk).toString();
    if (seen.includes("event: handled") && seen.includes("pong 1")) break;
  }
  expect(seen).toContain('"start":"wecom"');
  expect(seen).toContain('"operation":"storage.set"');
  expect(seen).toContain('"text":"asked 1 times"');
});

test("of two messages at once each shows what the plugin logged for it", async () => {
  const slow = `export async function handler({ msg }) {
    console.log("from", msg.from);
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log("still", msg.from);
    return { handled: true };
  }`;
  await using folder = await withFiles({ "slow.js": slow });
  await using running = await start(folder, "slow.js");
  const events = await fetch(`${running.url}/events`);
  const people = ["ann", "ben"];
  await Promise.all(
    people.map((from) =>
      fetch(`${running.url}/simulators/dingtalk/say`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ from, text: "hello" }),
      }),
    ),
  );
  let seen = "";
  for await (const chunk of events.body ?? []) {
    seen += Buffer.from(chunk).toString();
    if (seen.split("event: handled").length > people.length) break;
  }
  const logs = [...seen.matchAll(/event: handled\ndata: (.*)/g)].map(([, json = ""]) => {
    const { runs } = JSON.parse(json);
    return runs[0].logs.map(({ text }: { text: string }) => text).join();
  });
  expect(new Set(logs)).toEqual(new Set(["from ann,still ann", "from ben,still ben"]));
});

test("other sites cannot: not by a form, not by a name of their own", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js");
  const form = await fetch(`${running.url}/simulators/wecom/say`, {
    method: "POST",
    headers: { "sec-fetch-site": "cross-site" },
    body: JSON.stringify({ from: "ben", text: "ping" }),
  });
  expect(form.status).toBe(403);
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    request(`${running.url}/simulators/wecom/sent`, { headers: { host: "evil.example" } })
      .on("response", (response) => resolve(response.resume().statusCode))
      .end();
  });
  expect(status).toBe(403);
});

test("names a port that another program uses", async () => {
  await using folder = await withFiles({ "ping.js": PING });
  await using running = await start(folder, "ping.js");
  const { port } = new URL(running.url);
  const { code, err } = await runIn(folder.path, ["dev", "ping.js", "--port", port]);
  expect(code).toBe(2);
  expect(err).toContain(`Port ${port} is in use`);
});
