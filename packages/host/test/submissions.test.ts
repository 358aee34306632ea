import { createSandbox } from "@botwright/sandbox";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Publication, type Submission } from "../src/index.ts";
import { approveWaiting } from "./approve-waiting.ts";
import { openPublishing, type Publishing } from "./publishing.ts";

let publishing: Publishing;
let publication: Publication;
beforeAll(async () => {
  publishing = await openPublishing(DEVELOPER, 77, 78);
  publication = publishing.createPublication();
});
afterAll(() => publishing[Symbol.asyncDispose]());

const DEVELOPER = 7;
const ADMIN = 1;

function plugin(slug: string, more: Partial<Submission> = {}): Submission {
  const code = `export const meta = { slug: "of-the-file", triggers: ["${slug}"] };
export const handler = () => ({ handled: false });`;
  return { slug, name: slug, code, ...more };
}

test("the slug of the form wins over the file's", async () => {
  const { id, slug } = await publication.submit(DEVELOPER, plugin("of-the-form"));
  expect(slug).toBe("of-the-form");
  expect((await publication.waiting(id)).meta).toMatchObject({ slug, triggers: [slug] });
});

test("a host that stops while it loads a file does not find fault with the file", async () => {
  const sandbox = createSandbox({ workers: 1 });
  await sandbox.close();
  const stopping = publishing.createPublication({ sandbox });
  await expect(stopping.submit(DEVELOPER, plugin("while-stopping"))).rejects.toMatchObject({
    code: "SANDBOX_CLOSED",
  });
  const submitted = await publication.submit(DEVELOPER, plugin("while-stopping"));
  expect(submitted).toMatchObject({ status: "pending" });
});

test("what the form had and is emptied is left to the file again", async () => {
  const given = { category: "fun", version: "3.0.0" } as const;
  const { id } = await publication.submit(DEVELOPER, plugin("emptied", given));
  expect((await publication.waiting(id)).meta).toMatchObject(given);
  await publication.update(DEVELOPER, id, { category: "", version: "" });
  const { meta } = await publication.waiting(id);
  expect(meta).toMatchObject({ version: "1.0.0" });
  expect(meta.category).toBeUndefined();
  expect(await publication.own(DEVELOPER, id)).toMatchObject({ category: null });
});

/** What is found about the priority of a submission. */
async function priorityOf(submission: Submission): Promise<string[]> {
  const { id } = await publication.submit(DEVELOPER, submission);
  const { findings } = await publication.waiting(id);
  return findings.flatMap(({ rule, message }) =>
    rule === "priority-out-of-range" ? [message] : [],
  );
}

test("the range of priorities is that of what is granted, not of what the file says", async () => {
  const early = "priority 40: third-party plugins run between 60 and 90";
  expect(await priorityOf(plugin("auto-greeting"))).toEqual([early]);
  const code = `export const meta = { slug: "auto-greeting" };
export const handler = () => ({ handled: false });`;
  expect(await priorityOf(plugin("greets-late", { code }))).toEqual([]);
});

// spec: publication.old-version
test("submitting the same code and settings again is no change", async () => {
  const config_schema = [{ key: "city", label: "City", type: "text" as const }];
  const submission = plugin("same", { config_schema, description: "once" });
  const { id } = await publication.submit(DEVELOPER, submission);
  const published = await approveWaiting(publication, id, ADMIN);
  const again: Partial<Submission>[] = [
    submission,
    { code: submission.code },
    // The same fields, in another order.
    { config_schema: [{ type: "text", label: "City", key: "city" }] },
    // What the file says, or what is the default.
    { triggers: ["same"], version: "1.0.0" },
    { version: "" },
    { ...submission, description: "twice", icon: "🎲" },
  ];
  for (const changes of again) {
    expect(await publication.update(DEVELOPER, id, changes)).toEqual(published);
  }
  const own = await publication.own(DEVELOPER, id);
  expect(own).toMatchObject({ description: "twice", icon: "🎲", versions: [{}] });
  expect(own.versions).toHaveLength(1);
  const changed = [{ ...config_schema[0], label: "Town", key: "city", type: "text" as const }];
  const other = await publication.update(DEVELOPER, id, { config_schema: changed });
  expect(other.status).toBe("pending");
});

test("the newest hundred versions without a review are stored, older ones are deleted", async () => {
  const { id } = await publication.submit(DEVELOPER, plugin("many"));
  const { db } = publishing.database;
  const replaced = db
    .selectFrom("plugin_version")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("plugin_id", "=", id)
    .where("state", "=", "replaced");
  await sql`
    insert into plugin_version (plugin_id, version, sha256, code, record, meta, findings, state)
    select plugin_id, version || n, sha256, code, record, meta, findings, 'replaced'
    from plugin_version, generate_series(1, 120) n where plugin_id = ${id}`.execute(db);
  await publication.update(DEVELOPER, id, { version: "2.0.0" });
  expect(await replaced.executeTakeFirstOrThrow()).toEqual({ count: 100 });
});

test("a developer has at most the limit of plugins, also of submissions at once", async () => {
  const few = publishing.createPublication({ most: 2 });
  const submitting = ["few-1", "few-2", "few-3"].map((slug) => few.submit(77, plugin(slug)));
  const settled = await Promise.allSettled(submitting);
  const refused = settled.filter((one) => one.status === "rejected");
  expect(refused.map(({ reason }) => reason)).toMatchObject([
    { code: "PLUGIN_LIMIT", message: expect.stringContaining("2 plugins") },
  ]);
  expect(await few.mine(77)).toHaveLength(2);
  expect(await few.submit(78, plugin("few-4"))).toMatchObject({ status: "pending" });
});

test("a developer submits so often an hour", async () => {
  const now = Array.from({ length: 301 }, () => publication.admit(79));
  const allowed = (await Promise.all(now)).filter((decision) => decision.allowed);
  expect(allowed).toHaveLength(300);
  expect((await publication.admit(80)).allowed).toBe(true);
});
