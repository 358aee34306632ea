import { newName, type Rows, type World } from "./row.ts";
import { publishPlugin } from "./plugins.ts";

let tokens = 0;

/** What a bot of Telegram is bound with; another account each time. */
function newToken(): { token: string } {
  tokens += 1;
  return { token: `${tokens}:a-token` };
}

async function bindBot({ owner }: World): Promise<number> {
  const body = { platform: "telegram", credentials: newToken() };
  const answer = await owner.send("POST", "/api/bots", body);
  const { bot } = JSON.parse(await answer.text());
  // The account may have a few bots only.
  const list = await owner.send("GET", "/api/bots");
  for (const { id } of JSON.parse(await list.text()).items.slice(0, -8)) {
    await owner.send("DELETE", `/api/bots/${id}`);
  }
  return bot.id;
}

/** Begins a login that waits for digits; earlier ones end. */
async function startLogin({ owner, app }: World): Promise<string> {
  const { logins } = app.options;
  const open = app.database.db.selectFrom("bot_login").select("id").where("is_over", "=", false);
  for (const { id } of await open.execute()) {
    const changes = logins.watch(owner.id, id, new AbortController().signal);
    await owner.send("DELETE", `/api/bot-logins/${id}`);
    for await (const { is_over } of changes) if (is_over) break;
  }
  for (;;) {
    const answer = await owner.send("POST", "/api/bot-logins", { platform: "wechat" });
    const { id } = JSON.parse(await answer.text());
    for await (const { state } of logins.watch(owner.id, id, new AbortController().signal)) {
      if (state === "needs-code") return id;
    }
    // A node that stood still for long has lost its logins.
  }
}

async function publishVersion(world: World): Promise<{ plugin_id: number; version_id: number }> {
  const plugin_id = await publishPlugin(world.owner, world);
  const row = world.app.database.db
    .selectFrom("plugin")
    .select("published_id")
    .where("id", "=", plugin_id);
  const { published_id } = await row.executeTakeFirstOrThrow();
  return { plugin_id, version_id: published_id ?? 0 };
}

async function install(
  world: World,
): Promise<{ id: number; plugin_id: number; version_id: number }> {
  const id = await bindBot(world);
  const plugin = await publishVersion(world);
  await world.owner.send("POST", `/api/bots/${id}/plugins`, plugin);
  return { id, ...plugin };
}

const ofBot = async (world: World) => ({ path: { id: await bindBot(world) } });
const ofLogin = async (world: World) => ({ path: { login: await startLogin(world) } });

export const botRows: Rows = {
  "GET /api/platforms": {},
  "GET /api/bots": {},
  "POST /api/bots": {
    prepare: async (world) => {
      await bindBot(world);
      return { body: { platform: "telegram", credentials: newToken(), name: newName() } };
    },
  },
  "GET /api/bot-events": {},
  "GET /api/bots/{id}": { prepare: ofBot },
  "PATCH /api/bots/{id}": {
    prepare: async (world) => ({ ...(await ofBot(world)), body: { name: "Shop" } }),
  },
  "PUT /api/bots/{id}/credentials": {
    prepare: async (world) => ({ ...(await ofBot(world)), body: { credentials: newToken() } }),
  },
  "POST /api/bots/{id}/pause": { prepare: ofBot },
  "POST /api/bots/{id}/resume": { prepare: ofBot },
  "DELETE /api/bots/{id}": { prepare: ofBot },
  "POST /api/bot-logins": {
    prepare: async (world) => {
      await startLogin(world);
      return { body: { platform: "wechat" } };
    },
  },
  "GET /api/bot-logins/{login}": { prepare: ofLogin },
  "DELETE /api/bot-logins/{login}": { prepare: ofLogin },
  "GET /api/bot-logins/{login}/events": { prepare: ofLogin },
  "POST /api/bot-logins/{login}/code": {
    prepare: async (world) => ({ ...(await ofLogin(world)), body: { code: "123456" } }),
  },
  "GET /api/bots/{id}/plugins": { prepare: ofBot },
  "POST /api/bots/{id}/plugins": {
    prepare: async (world) => ({
      ...(await ofBot(world)),
      body: await publishVersion(world),
    }),
  },
  "PUT /api/bots/{id}/plugin-order": {
    prepare: async (world) => {
      const { id, plugin_id } = await install(world);
      return { path: { id }, body: { order: [plugin_id] } };
    },
  },
  "GET /api/bots/{id}/plugin-conflicts": {
    prepare: async (world) => ({ ...(await ofBot(world)), query: "text=hello" }),
  },
  "POST /api/bots/{id}/dry-run": {
    prepare: async (world) => {
      const { id } = await install(world);
      return { path: { id }, body: { text: "hello" } };
    },
  },
  "PATCH /api/bots/{id}/plugins/{plugin_id}": {
    prepare: async (world) => ({ path: { ...(await install(world)) }, body: { priority: 5 } }),
  },
  "DELETE /api/bots/{id}/plugins/{plugin_id}": {
    prepare: async (world) => ({ path: { ...(await install(world)) } }),
  },
  "POST /api/bots/{id}/plugins/{plugin_id}/upgrade": {
    prepare: async (world) => {
      const { version_id, ...path } = await install(world);
      return { path, body: { version_id } };
    },
  },
};
