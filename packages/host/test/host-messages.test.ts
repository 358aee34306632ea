import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@botwright/core";
import { createAesSecrets } from "@botwright/services";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { botContext, createHost, openDatabase, startEmbeddedPostgres } from "../src/index.ts";
import { addDataFolder } from "./data-folder.ts";
import { insertBot } from "./insert-bot.ts";

const CODE = `export const meta = {
  config_schema: [{ key: "key", label: "Key", type: "password", default: "k-12345" }],
};
export async function handler({ bot, msg, config }) {
  console.log("with", config.key);
  await bot.reply(msg, "not " + msg.text);
  return { handled: true };
}`;

test("what a host's bot does shows in its owner's messages, with a trace and a record", async () => {
  await using simulator = await startSimulator("telegram");
  const folder = await mkdtemp(join(tmpdir(), "botwright-host-"));
  await addDataFolder(folder);
  await using postgres = await startEmbeddedPostgres({ folder });
  const { host: socket, user, database: name } = postgres.connection;
  const keys = { keys: { k1: randomBytes(32) }, current: "k1" };
  const admin = { email: "admin@example.org", password: "" };
  const lines: string[] = [];
  await using host = createHost({
    database: `postgresql://${user}@/${name}?host=${encodeURIComponent(socket ?? "")}`,
    publicUrl: "https://bots.example.org",
    keys,
    sessionSecret: "s".repeat(32),
    adminEmail: admin.email,
    onAdminPassword: (_email, password) => (admin.password = password),
    adapterOptions: () => ({ apiBase: simulator.baseUrl }),
    logger: createLogger(({ message, fields }) => lines.push(JSON.stringify([message, fields]))),
  });
  await host.start();

  let token = "";
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await host.fetch(new Request(`https://bots.example.org${path}`, init));
    token = answer.headers.get("set-auth-token") ?? token;
    return answer.json();
  }
  await send("POST", "/api/auth/sign-in/email", admin);
  const plugin = { slug: "contrary", name: "Contrary", code: CODE };
  const submitted = await send("POST", "/api/plugins/submit", plugin);
  expect(submitted).toMatchObject({ id: expect.any(Number) });
  const { id: pluginId, sha256 } = Object(submitted);
  await send("POST", `/api/admin/plugins/${pluginId}/approve?sha256=${sha256}`);

  await using database = await openDatabase({ connection: postgres.connection });
  const owner = { userId: 1, platform: "telegram" } as const;
  const text = JSON.stringify({ token: simulator.credentials.token });
  const sealed = await createAesSecrets(keys).seal(text, botContext(owner));
  const botId = await insertBot(database.db, { userId: 1, sealed });
  const version = await database.db
    .selectFrom("plugin_version")
    .select("id")
    .where("plugin_id", "=", pluginId)
    .executeTakeFirstOrThrow();
  const installation = { bot_id: botId, plugin_id: pluginId, version_id: version.id };
  await database.db.insertInto("installation").values(installation).execute();

  const { id } = await simulator.say({ from: "1001", text: "good" });
  await simulator.waitForSent(1);
  const handled = { items: [{ id: 1, text: "good", state: "done", handled_by: "contrary" }] };
  await expect.poll(() => send("GET", "/api/messages")).toMatchObject(handled);
  const callId = `${botId}/${id}/contrary`;
  expect(lines.filter((line) => line.includes("contrary"))).toEqual([
    JSON.stringify(["with __secret.config.key__", { plugin: "contrary", callId }]),
  ]);
  expect(lines.join("\n")).not.toContain("k-12345");
  expect(await send("GET", "/api/messages/1/trace")).toMatchObject({
    attempts: [
      {
        runs: [{ plugin: "contrary", calls: [{ operation: "bot.reply", args: [{}, "not good"] }] }],
      },
    ],
  });
  expect(await send("GET", "/api/messages/1/record?plugin=contrary")).toMatchObject({
    format: "botwright-run",
    plugin: { slug: "contrary" },
  });
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});
