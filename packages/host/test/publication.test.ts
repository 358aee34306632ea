import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, type Publication, type Submission } from "../src/index.ts";
import { asksForMore } from "../src/publication/more-permissions.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { insertBot } from "./insert-bot.ts";
import { openPublishing, type Publishing } from "./publishing.ts";

let publishing: Publishing;
let database: Database;
let publication: Publication;
let changes = 0;
beforeAll(async () => {
  publishing = await openPublishing(DEVELOPER, OTHER);
  ({ database } = publishing);
  publication = publishing.createPublication({ onChanged: countChange });
});
afterAll(() => publishing[Symbol.asyncDispose]());

function countChange(): void {
  changes += 1;
}

const DEVELOPER = 7;
const OTHER = 8;
const ADMIN = 1;

function plugin(
  slug: string,
  more: Partial<Submission> & { permissions?: object } = {},
): Submission {
  const { permissions = { hosts: [] }, ...given } = more;
  const code = `export const meta = ${JSON.stringify({ triggers: [slug], permissions })};
export async function handler({ bot, msg }) { await bot.reply(msg, "hi"); return { handled: true }; }`;
  return { slug, name: slug, code, ...given };
}

async function install(pluginId: number): Promise<{ version(): Promise<number> }> {
  const { db } = database;
  const botId = await insertBot(db, { userId: 9 });
  const { published_id } = await db
    .selectFrom("plugin")
    .select("published_id")
    .where("id", "=", pluginId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("installation")
    .values({ bot_id: botId, plugin_id: pluginId, version_id: published_id ?? 0 })
    .execute();
  const row = db.selectFrom("installation").select("version_id").where("bot_id", "=", botId);
  return { version: async () => (await row.executeTakeFirstOrThrow()).version_id };
}

describe("the life of a plugin", () => {
  // spec: publication.pending, publication.words-only
  test("it waits for a review, is published, and changes its words without another one", async () => {
    const { id, ...record } = await publication.submit(
      DEVELOPER,
      plugin("dice", { version: "2.0.0" }),
    );
    expect(record).toEqual({
      slug: "dice",
      status: "pending",
      version: "2.0.0",
      version_id: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      published_version: null,
      reason: null,
    });
    const { items } = await publication.queue();
    expect(items).toMatchObject([{ id, slug: "dice", published_version: null, findings: 0 }]);
    expect(await publication.waiting(id)).toMatchObject({
      slug: "dice",
      published: null,
      meta: { triggers: ["dice"], icon: "🔌" },
    });
    const published = await approveWaiting(publication, id, ADMIN);
    expect(published).toMatchObject({ status: "published", published_version: "2.0.0" });
    const changed = await publication.update(DEVELOPER, id, { readme: "# Dice", icon: "🎲" });
    expect(changed.status).toBe("published");
    expect(await publication.queue()).toEqual({ items: [], next: null });
    expect(await publication.mine(DEVELOPER)).toEqual([changed]);
    expect(changes).toBeGreaterThan(0);
  });

  test("its findings can be worded in other languages, by its developer and by the reviewer", async () => {
    const code =
      'export const handler = ({ bot, msg }) => { bot.reply(msg, "6"); return { handled: true }; };';
    const { id } = await publication.submit(DEVELOPER, plugin("worded", { code }));
    const sentence = { key: "missing-await", values: { name: "bot.reply" } };
    const expected = expect.arrayContaining([expect.objectContaining({ sentence })]);
    expect((await publication.waiting(id)).findings).toEqual(expected);
    expect((await publication.own(DEVELOPER, id)).findings).toEqual(expected);
    await publication.reject(id, ADMIN, "only a test", await publication.waiting(id));
  });

  // spec: publication.old-version
  test("while a new version waits, the published one goes on; a newer one takes its place", async () => {
    const { id } = await publication.submit(DEVELOPER, plugin("clock"));
    await approveWaiting(publication, id, ADMIN);
    const installed = await install(id);
    const before = await installed.version();
    const update = { code: `${plugin("clock").code}\n// 2`, version: "2.0.0" };
    expect(await publication.update(DEVELOPER, id, update)).toMatchObject({
      status: "pending",
      version: "2.0.0",
      published_version: "1.0.0",
    });
    await publication.update(DEVELOPER, id, { version: "2.0.1" });
    expect((await publication.queue()).items.map(({ version }) => version)).toEqual(["2.0.1"]);
    expect(await installed.version()).toBe(before);
    await approveWaiting(publication, id, ADMIN);
    expect(await installed.version()).not.toBe(before);
  });

  test("a version that asks for more waits for each owner's consent", async () => {
    const { id } = await publication.submit(DEVELOPER, plugin("news"));
    await approveWaiting(publication, id, ADMIN);
    const installed = await install(id);
    const before = await installed.version();
    const { code } = plugin("news", { permissions: { hosts: ["example.com"] } });
    await publication.update(DEVELOPER, id, { code });
    expect(await publication.waiting(id)).toMatchObject({ asks_for_more: true });
    await approveWaiting(publication, id, ADMIN);
    expect(await installed.version()).toBe(before);
  });

  test("only what the reviewer has read is published", async () => {
    const { id } = await publication.submit(DEVELOPER, plugin("swap"));
    const { sha256 } = await publication.waiting(id);
    await publication.update(DEVELOPER, id, { code: `${plugin("swap").code}\n// another one` });
    const changed = { code: "VERSION_CHANGED" };
    await expect(publication.approve(id, ADMIN, { sha256 })).rejects.toMatchObject(changed);
    await expect(publication.reject(id, ADMIN, "no", { sha256 })).rejects.toMatchObject(changed);
    const read = await publication.waiting(id);
    expect(read.code).toContain("// another one");
    expect(await publication.approve(id, ADMIN, read)).toMatchObject({
      status: "published",
    });
  });

  test("a reviewer who has read other settings or another name of the same code decides nothing", async () => {
    const { id } = await publication.submit(DEVELOPER, plugin("dress"));
    const others: Partial<Submission>[] = [
      { config_schema: [{ key: "token", label: "Token", type: "password" }] },
      { triggers: ["pay"] },
      { name: "Official" },
      { category: "fun" },
    ];
    for (const change of others) {
      const { sha256, version_id } = await publication.waiting(id);
      await publication.update(DEVELOPER, id, change);
      expect(await publication.waiting(id)).toMatchObject({ sha256, meta: change });
      const changed = { code: "VERSION_CHANGED" };
      const approving = publication.approve(id, ADMIN, { version_id });
      await expect(approving).rejects.toMatchObject(changed);
      const rejecting = publication.reject(id, ADMIN, "no", { version_id });
      await expect(rejecting).rejects.toMatchObject(changed);
    }
    const { version_id } = await publication.waiting(id);
    const published = await publication.approve(id, ADMIN, { version_id });
    expect(published).toMatchObject({ status: "published", version_id });
  });

  // spec: publication.reject, publication.take-down
  test("it is rejected with a reason, and taken down", async () => {
    const { id, sha256 } = await publication.submit(DEVELOPER, plugin("spam"));
    const rejected = await publication.reject(id, ADMIN, "it is spam", { sha256 });
    expect(rejected).toMatchObject({ status: "rejected", reason: "it is spam" });
    await expect(publication.approve(id, ADMIN, { sha256 })).rejects.toMatchObject({
      code: "NOTHING_TO_REVIEW",
    });
    await publication.update(DEVELOPER, id, { version: "1.1.0" });
    expect(await publication.takeDown(id, ADMIN, "still spam")).toMatchObject({
      status: "taken_down",
    });
    expect(await publication.queue()).toEqual({ items: [], next: null });
    const again = publication.update(DEVELOPER, id, { version: "1.2.0" });
    await expect(again).rejects.toMatchObject({ code: "PLUGIN_TAKEN_DOWN" });
  });

  test("its developer reads why it was taken down, also while no version waits", async () => {
    const { id, sha256 } = await publication.submit(DEVELOPER, plugin("popular"));
    await publication.approve(id, ADMIN, { sha256 });
    const taken = { status: "taken_down", reason: "it spies on people" };
    expect(await publication.takeDown(id, ADMIN, "it spies on people")).toMatchObject(taken);
    expect(await publication.own(DEVELOPER, id)).toMatchObject({
      ...taken,
      versions: [{ state: "approved", reason: "it spies on people" }],
    });
  });

  // spec: publication.own-only, submission.slug-unique
  test("a slug belongs to one developer, whose plugin no one else changes", async () => {
    const { id } = await publication.submit(DEVELOPER, plugin("mine"));
    const taken = publication.submit(OTHER, plugin("mine"));
    await expect(taken).rejects.toMatchObject({ code: "SLUG_TAKEN" });
    const changed = publication.update(OTHER, id, { name: "Yours" });
    await expect(changed).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  });
});

test.each([
  ["cannot be parsed", "export const handler = (;", /line 1/],
  ["has no handler", "export const meta = {};", /handler/],
  ["uses what is not there", "export const handler = () => process.exit();", /process/],
  [
    "throws when it is loaded",
    "null.x; export const handler = () => ({ handled: true });",
    /cannot be loaded/,
  ],
])("a file that %s is refused", async (_what, code, message) => {
  const refused = publication.submit(DEVELOPER, { slug: "bad", name: "Bad", code });
  await expect(refused).rejects.toMatchObject({
    code: "PLUGIN_REFUSED",
    message: expect.stringMatching(message),
  });
});

test.each([
  [undefined, undefined, false],
  [undefined, { ai: true }, false],
  [{ ai: true }, undefined, true],
  [{ ai: true }, { ai: true }, false],
  [{ ai: true }, { ai: true, search: true }, true],
  [{ hosts: ["*.example.com"] }, { hosts: ["API.example.com"] }, false],
  [{ hosts: ["*.example.com"] }, { hosts: ["example.com"] }, true],
  [{ hosts: ["bücher.example"] }, { hosts: ["xn--bcher-kva.example."] }, false],
  [{ hosts: ["example.com"] }, { hosts: ["*"] }, true],
  [{ hosts: ["*"] }, { hosts: ["*.example.com"] }, false],
  [{ creds: ["feishu" as const] }, { creds: ["wecom" as const] }, true],
])("%j → %j asks for more: %s", (before, after, more) => {
  expect(asksForMore(before, after)).toBe(more);
});

test("comparing long lists of hosts reads each host once", () => {
  let reads = 0;
  const counting = (hosts: string[]): string[] =>
    new Proxy(hosts, {
      get(target, name) {
        reads++;
        return Reflect.get(target, name);
      },
    });
  const hosts = Array.from({ length: 1000 }, (_, at) => `h${at}.example.com`);
  expect(asksForMore({ hosts: counting(hosts) }, { hosts: hosts.toReversed() })).toBe(false);
  expect(reads).toBeLessThan(5 * hosts.length);
});

test.each(["description", "icon", "version"])(
  "a file whose %s no text of the database can hold is refused, and named",
  async (field) => {
    for (const text of ["a\u0000b", "\uD800"]) {
      const code = `export const meta = ${JSON.stringify({ [field]: text })};
export const handler = () => ({ handled: true });`;
      const refused = publication.submit(DEVELOPER, { slug: "odd", name: "Odd", code });
      await expect(refused).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining(field),
      });
    }
  },
);
