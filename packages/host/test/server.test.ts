import { randomBytes } from "node:crypto";
import { readdir, mkdtemp, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { definePlugin, silentLogger } from "@botwright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, type LowCreditsEvent, type Mail, startDemoProviders } from "../src/index.ts";
import { createFindAddress } from "../src/server/client-address.ts";
import { readKeys } from "../src/server/config.ts";
import { openKeyFile } from "../src/server/key-file.ts";
import { createProcessLogger } from "../src/server/logger.ts";
import { serveHost } from "../src/server/serve.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-server-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// spec: auth.first-administrator
test("a host answers while it runs, and starts again on the same data", async () => {
  const passwords: string[] = [];
  const host = createHost({
    database: { folder: join(folder, "postgres") },
    publicUrl: "https://bots.example.org",
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    onAdminPassword: (_email, password) => passwords.push(password),
  });
  const served = await serveHost(host, { port: 0 });
  const status = async (path: string): Promise<number> => (await fetch(served.url + path)).status;
  expect(await status("/healthz")).toBe(503);
  for (let start = 0; start < 2; start += 1) {
    await host.start();
    expect(await status("/readyz")).toBe(200);
    expect(await (await fetch(`${served.url}/metrics`)).text()).toContain(
      "botwright_bots_running 0",
    );
    await host.stop();
    expect(await status("/readyz")).toBe(503);
  }
  expect(passwords).toHaveLength(1);
  await served.close();
});

const playLottery = (slug: string) =>
  definePlugin({
    meta: { slug, triggers: ["lottery"] },
    handler: async () => ({ handled: false }),
  });

// spec: conflicts.at-start
test("a host that starts warns of triggers that plugins share", async () => {
  const warnings: unknown[] = [];
  const host = createHost({
    database: { folder: join(folder, "postgres") },
    publicUrl: "https://bots.example.org",
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    builtins: { plugins: [playLottery("one"), playLottery("two")], version: "2.0.0" },
    logger: { ...silentLogger, warn: (...line) => warnings.push(line) },
  });
  await host.start();
  await host.stop();
  const conflict = expect.objectContaining({ trigger: "lottery", plugins: ["one", "two"] });
  expect(warnings).toContainEqual([expect.any(String), { conflicts: 1, first: [conflict] }]);
});

test("an owner whose credits are low gets a letter", async () => {
  const letters: Mail[] = [];
  const events: LowCreditsEvent[] = [];
  await using host = createHost({
    database: { folder: join(folder, "letters") },
    publicUrl: "https://bots.example.org",
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    retention: { journals: 14 },
    sendMail: async (mail) => void letters.push(mail),
    verifyEmail: false,
    onLowCredits: (event) => events.push(event),
  });
  await host.start();
  const send = (method: string, path: string, body: object, headers = {}): Promise<Response> =>
    host.fetch(
      new Request(`https://bots.example.org${path}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    );
  const ann = { name: "Ann", email: "ann@example.org", password: "correct horse" };
  const signedUp = await send("POST", "/api/auth/sign-up/email", ann);
  const authorization = `Bearer ${signedUp.headers.get("set-auth-token")}`;
  await send("PUT", "/api/credits/warning", { warn_below: 50 }, { authorization });
  await expect.poll(() => letters).toMatchObject([{ to: "ann@example.org" }]);
  expect(letters[0]?.text).toContain("0 credits left");
  expect(events).toMatchObject([{ balance: 0, threshold: 50 }]);
});

test("a new host begins with its seed, and finds its demo again", async () => {
  await using demo = await startDemoProviders();
  const host = createHost({
    database: { folder: join(folder, "postgres") },
    publicUrl: "https://bots.example.org",
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: "s".repeat(32),
    seed: {
      providers: [{ name: "ours", base_url: demo.aiBaseUrl }],
      models: [{ model_name: "echo", provider: "ours", provider_model: "demo-echo" }],
    },
    demoProviders: demo,
  });
  const read = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await host.fetch(new Request(`https://bots.example.org${path}`, init))).json();
  for (let start = 0; start < 2; start += 1) {
    await host.start();
    const models = await read("/api/plugins/free-models");
    expect(models).toContainEqual({ id: "echo", provider: "ours" });
    expect(models).toContainEqual({ id: "demo-chat", provider: "demo" });
    const messages = [{ role: "user", content: "hello" }];
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ messages });
    expect(await read("/api/plugins/ai-proxy", { method: "POST", headers, body })).toEqual({
      choices: [{ message: { role: "assistant", content: JSON.stringify(messages) } }],
    });
    await host.stop();
  }
});

test("a host that is served leaves the classes of its process alone", async () => {
  const before = [Request, Response];
  const served = await serveHost({ fetch: async () => new Response("hi") }, { port: 0 });
  expect([Request, Response]).toEqual(before);
  expect(new Response("", { status: 410 }).clone().status).toBe(410);
  await served.close();
});

test("a body in pieces of one byte ends its connection, one in larger pieces is read", async () => {
  const bodies: number[] = [];
  const read = async (request: Request): Promise<Response> => {
    const bytes = new Uint8Array(await request.arrayBuffer());
    bodies.push(bytes.length);
    return new Response("read");
  };
  const served = await serveHost({ fetch: read }, { port: 0 });
  const { port } = new URL(served.url);
  /** What a server answers to a body of chunks of this size; "" when it ends the connection. */
  const send = async (size: number, chunks: number): Promise<string> => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    const chunk = `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;
    const head =
      "POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n";
    socket.write(`${head}${chunk.repeat(chunks)}0\r\n\r\n`);
    let answer = "";
    socket.on("data", (data) => (answer += String(data)));
    await new Promise<void>((resolve) => socket.once("close", () => resolve()));
    return answer;
  };
  expect(await send(1, 20_000)).toBe("");
  expect(await send(1, 1000)).toContain("200 OK");
  expect(await send(100, 20_000)).toContain("200 OK");
  expect(bodies).toEqual([1000, 2_000_000]);
  await served.close();
});

/** A connection to a server, with the answers that have come over it. */
function openConnection({ url }: { readonly url: string }) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  let received = "";
  socket.on("data", (data) => (received += String(data)));
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    ask: (requests: number) =>
      void socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(requests)),
    answers: () => received.split("HTTP/1.1 200 OK").length - 1,
    closed,
    end: () => socket.destroy(),
  };
}

test("a connection with more than sixteen unanswered requests is ended, and no other", async () => {
  let handled = 0;
  const held = Promise.withResolvers<void>();
  const tooMany = Promise.withResolvers<void>();
  const answer = async (): Promise<Response> => {
    handled += 1;
    if (handled > 16) tooMany.resolve();
    await held.promise;
    return new Response("hi");
  };
  const served = await serveHost({ fetch: answer }, { port: 0 });
  const greedy = openConnection(served);
  greedy.ask(5000);
  await Promise.race([greedy.closed, tooMany.promise]);
  expect(handled).toBe(16);
  expect(greedy.answers()).toBe(0);

  const modest = openConnection(served);
  modest.ask(16);
  held.resolve();
  await expect.poll(modest.answers).toBe(16);
  // What is answered does not count any more.
  for (let asked = 17; asked <= 40; asked += 1) {
    modest.ask(1);
    await expect.poll(modest.answers, { interval: 1 }).toBe(asked);
  }
  modest.end();
  await served.close();
});

describe("a client's address", () => {
  // spec: http-error.address
  test("is the socket's, whatever the headers say", () => {
    const find = createFindAddress([]);
    expect(find("::ffff:192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
    expect(find(undefined, "203.0.113.9")).toBeUndefined();
  });

  // spec: http-error.address
  test("is the last one that no trusted proxy has", () => {
    const find = createFindAddress(["10.0.0.0/8", "fd00::/8", "192.0.2.7"]);
    expect(find("10.1.2.3", "198.51.100.1, 203.0.113.9, 192.0.2.7")).toBe("203.0.113.9");
    expect(find("fd00::1", "2001:db8::5")).toBe("2001:db8::5");
    expect(find("10.1.2.3", "nonsense")).toBe("10.1.2.3");
    expect(find("10.1.2.3", undefined)).toBe("10.1.2.3");
    expect(find("198.51.100.2", "203.0.113.9")).toBe("198.51.100.2");
  });

  test("wants networks that are written well", () => {
    expect(() => createFindAddress(["10.0.0.0/99"])).toThrow("10.0.0.0/99");
    expect(() => createFindAddress(["proxy"])).toThrow('"proxy"');
  });
});

test("the secrets of a host are made once, for its user only", async () => {
  const made = await openKeyFile(join(folder, "secrets"));
  expect(await openKeyFile(join(folder, "secrets"))).toEqual(made);
  expect((await stat(join(folder, "secrets", "secrets.env"))).mode & 0o777).toBe(0o600);
  expect(readKeys(made.keys).keys["k1"]).toHaveLength(32);
});

test("processes that start at once have the same secrets", async () => {
  const started = Array.from({ length: 20 }, () => openKeyFile(join(folder, "at-once")));
  const [first, ...others] = await Promise.all(started);
  expect(others).toEqual(others.map(() => first));
  expect(await readdir(join(folder, "at-once"))).toEqual(["secrets.env"]);
});

test("a log line is JSON without secrets", () => {
  const lines: string[] = [];
  const logger = createProcessLogger("info", { write: (line) => lines.push(line) });
  logger.debug("not written");
  logger.warn("a bot", { botId: 7, credentials: { token: "12:abc" }, request: { cookie: "x" } });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "a bot", botId: 7, credentials: "[redacted]", request: { cookie: "[redacted]" } },
  ]);
});
