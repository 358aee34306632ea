/** @module-tag long */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { startDemoProviders, startEmbeddedPostgres } from "@botwright/host";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { createApiClient } from "../packages/host/test/api-client.ts";
import { addDataFolder } from "../packages/host/test/data-folder.ts";
import { type RunningExample, startExample } from "./running-example.ts";
import { makeDataFolder } from "./started-host.ts";

const SECRETS = {
  SEAL_KEY: Buffer.alloc(32, 7).toString("base64"),
  SESSION_SECRET: "s".repeat(32),
};

/** A database, as a server's settings name it. */
interface TestDatabase extends AsyncDisposable {
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** Makes the data of a database that the server starts itself, or starts one that it connects to. */
async function makeDatabase(kind: "its own" | "PostgreSQL's"): Promise<TestDatabase> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeDataFolder()).path;
  const data = `${folder}/postgres`;
  await addDataFolder(data);
  let env: Record<string, string> = { DATA: data };
  if (kind === "PostgreSQL's") {
    const { connection } = opened.use(await startEmbeddedPostgres({ folder: data }));
    const { host, user, database } = connection;
    env = { DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}` };
  }
  const moved = opened.move();
  return { folder, env, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

const plugin = (word: string): string => `
export const meta = { name: "Ask", triggers: ["ask"], permissions: { hosts: [], ai: true } };
export async function handler({ bot, msg, storage, aiService }) {
  const count = await storage.update("count", (before) => (before ?? 0) + 1);
  const { text } = await aiService.callModel({
    model: "demo-echo", messages: [{ role: "user", content: msg.text }],
  });
  await bot.reply(msg, ["${word}", count, JSON.parse(text).at(-1).content].join(" | "));
  return { handled: true };
}`;

/** Asks a server to stop in order. */
async function stop(server: RunningExample): Promise<void> {
  server.process.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(server.output()).toContain("the server stops");
  expect(server.output()).not.toContain('"level":"error"');
}

test.each([
  ["its own", "sources"],
  ["PostgreSQL's", "bundle"],
] as const)(
  "the reference server runs plugins of its folder with its own model, and finds all again, on %s database",
  async (kind, from) => {
    await using telegram = await startSimulator("telegram");
    await using providers = await startDemoProviders();
    await using database = await makeDatabase(kind);
    const { folder } = database;
    await writeFile(`${folder}/ask.js`, plugin("first"));
    const env = {
      ...SECRETS,
      ...database.env,
      PUBLIC_URL: "https://bots.example.org",
      PLUGINS: folder,
      MODEL_URL: providers.aiBaseUrl,
      MODEL: "demo-echo",
      TELEGRAM_API: telegram.baseUrl,
    };
    const ann = { name: "Ann", email: "ann@example.org", password: "correct horse" };
    {
      await using server = startExample("reference-server", env, from);
      const url = await server.url();
      expect(server.output()).toMatch(/^administrator {2}admin@localhost.localdomain {2}\S+$/m);
      const client = createApiClient(url);
      await client.enter("/api/auth/sign-up/email", ann);
      const { token } = telegram.credentials;
      const binding = { platform: "telegram", credentials: { token } };
      const { bot } = await client.call("POST", "/api/bots", binding);
      const library = await client.call("GET", "/api/library?text=ask");
      expect(library.items).toMatchObject([{ slug: "ask", name: "Ask", developer: "Our plugins" }]);
      const [{ id: plugin_id, version_id }] = library.items;
      await client.call("POST", `/api/bots/${bot.id}/plugins`, { plugin_id, version_id });
      await telegram.say({ from: "1001", text: "one" });
      await telegram.waitForSent(1);
      // Its own route is beside those of the host.
      await expect
        .poll(async () => (await fetch(`${url}/status`)).json())
        .toEqual({ messages: { handled: 1, unhandled: 0 } });
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      await stop(server);
    }
    await writeFile(`${folder}/ask.js`, plugin("second"));
    // What is said meanwhile waits at the platform.
    await telegram.say({ from: "1001", text: "two" });
    {
      await using server = startExample("reference-server", env);
      const url = await server.url();
      expect(server.output()).not.toContain("administrator");
      const client = createApiClient(url);
      await client.enter("/api/auth/sign-in/email", ann);
      expect((await client.call("GET", "/api/bots")).items).toHaveLength(1);
      await telegram.waitForSent(2);
      for (let n = 0; n < 5; n += 1) await telegram.say({ from: String(2000 + n), text: "more" });
      await telegram.waitForSent(3);
      await stop(server);
    }
    const sent = telegram.sent();
    const texts = sent.map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual(["first | 1 | one", "second | 2 | two"]);
    // Those that were accepted are answered, and the platform has the others.
    expect(sent).toHaveLength(7 - telegram.pending());
  },
);

test("the reference server says in one line why it does not start", async () => {
  const busy = createServer().listen(0, "127.0.0.1");
  await once(busy, "listening");
  const address = busy.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  await using folder = await makeDataFolder();
  const wrongs: [Record<string, string>, RegExp][] = [
    [{}, /SEAL_KEY is missing: make it/],
    [{ ...SECRETS, PORT: port, DATA: folder.path }, /EADDRINUSE/],
    [{ ...SECRETS, SEAL_KEY: "short", DATA: folder.path }, /32 bytes/],
  ];
  for (const [env, line] of wrongs) {
    await using server = startExample("reference-server", env);
    expect(await server.exited).toBe(1);
    const lines = server.output().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "error",
      message: expect.stringMatching(line),
    });
  }
  busy.close();
});
