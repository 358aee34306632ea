import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serveHost } from "@botwright/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Folder, makeFolder, runIn } from "../packages/cli/test/terminal.ts";
import { approveOverHttp } from "../packages/host/test/approve-waiting.ts";
import { openTestApp, type TestApp } from "../packages/host/test/http/test-app.ts";

let app: TestApp;
let url: string;
let folder: Folder;
let token: string;
const closing = new AsyncDisposableStack();
beforeAll(async () => {
  app = closing.use(await openTestApp());
  folder = closing.use(await makeFolder());
  const served = await serveHost({ fetch: (request) => app.http.fetch(request) }, { port: 0 });
  closing.defer(() => served.close());
  url = served.url;
  ({ token } = await app.signUp("ann"));
});
afterAll(() => closing.disposeAsync());

const environment = { email: "ann@example.org", password: "correct horse" };

async function write(
  version: string,
  body = "return { handled: false };",
  declared: object = { triggers: ["roll"] },
): Promise<void> {
  const meta = { slug: "dice", name: "Dice", version, permissions: { hosts: [] }, ...declared };
  const code = `export const meta = ${JSON.stringify(meta)};\nexport async function handler() { ${body} }\n`;
  await writeFile(join(folder.path, "dice.js"), code);
}

const submit = (...more: string[]) =>
  runIn(folder.path, ["submit", "dice.js", "--host", url, ...more], { environment });

/** Without a log-in, of which there may be few in a quarter of an hour. */
const submitByToken = (...more: string[]) =>
  runIn(folder.path, ["submit", "dice.js", "--host", url, ...more], { environment: { token } });

// spec: http.submit, http.mine, http.change
test("a plugin is submitted, approved and updated", async () => {
  await write("1.0.0");
  expect(await submit()).toEqual({ code: 0, out: "dice 1.0.0: waits for a review\n", err: "" });
  const { items } = JSON.parse(
    await (await app.admin.send("GET", "/api/admin/plugins/queue")).text(),
  );
  await approveOverHttp(app.admin, items[0].id);
  expect((await submit("--status")).out).toBe("dice 1.0.0: is in the library\n");
  await write("1.1.0");
  expect((await submit()).out).toBe(
    "dice 1.1.0: waits for a review\n1.0.0 stays in the library until 1.1.0 is approved\n",
  );
  const record = JSON.parse((await submit("--status", "--json")).out);
  expect(record).toMatchObject({ slug: "dice", status: "pending", published_version: "1.0.0" });
});

test("a folder stands for the one plugin in it, and a plugin that the host does not have is no mistake of the command line", async () => {
  await using other = await makeFolder();
  const code =
    'export const meta = { slug: "fresh", permissions: { hosts: [] } };\nexport const handler = () => ({ handled: false });\n';
  await writeFile(join(other.path, "fresh.js"), code);
  const argv = ["submit", ".", "--host", url, "--status", "--json"];
  const { code: exitCode, out } = await runIn(other.path, argv, { environment });
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toEqual({
    error: `${url} has no plugin fresh of yours`,
    code: "PLUGIN_NOT_FOUND",
  });
});

// spec: publication.code-or-version
test("an update whose version is not higher is sent with a warning", async () => {
  await write("1.0.0", "return { handled: Math.random() > 0.5 };");
  const { code, out, err } = await submit();
  expect(out).toContain("dice 1.0.0: waits for a review");
  expect(err).toContain("warning: version 1.0.0 is in the library, and 1.0.0 is not higher");
  expect(code).toBe(0);
  // The same code again: its words alone may change.
  expect(await submit()).toMatchObject({ code: 0, err: "" });
});

test("triggers and settings that the file does not have any more are gone", async () => {
  const config_schema = [{ key: "sides", label: "Sides", type: "number" }];
  await write("2.0.0", undefined, { triggers: ["roll"], config_schema });
  await submitByToken();
  const { id } = JSON.parse((await submitByToken("--status", "--json")).out);
  const waiting = async (): Promise<unknown> => {
    const answer = await app.admin.send("GET", `/api/admin/plugins/${id}/review`);
    return JSON.parse(await answer.text()).meta;
  };
  expect(await waiting()).toMatchObject({ triggers: ["roll"], config_schema });
  await write("2.1.0", undefined, {});
  await submitByToken();
  expect(await waiting()).toMatchObject({ version: "2.1.0", triggers: [], config_schema: [] });
});

test("what is wrong is said before anything is sent, or in the host's words", async () => {
  await write("1.2.0", "eval('1');");
  const checked = await submit();
  expect(checked).toMatchObject({ code: 1, out: "" });
  expect(checked.err).toMatch(/dice\.js:2: .*\(PLUGIN_REFUSED\)/);
  await write("1.2.0");
  const wrong = { ...environment, password: "wrong password" };
  const argv = ["submit", "dice.js", "--host", url];
  const refused = await runIn(folder.path, argv, { environment: wrong });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining("INVALID_EMAIL_OR_PASSWORD"),
  });
  expect(await runIn(folder.path, argv)).toMatchObject({
    code: 2,
    err: expect.stringContaining("BOTWRIGHT_TOKEN"),
  });
  const nowhere = await runIn(folder.path, ["submit", "dice.js", "--host", "http://127.0.0.1:9"], {
    environment,
  });
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining("HOST_UNREACHABLE") });
});
