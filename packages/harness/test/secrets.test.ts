import { formatRecordedRun, parseRecordedRun } from "@botwright/core";
import { expect, test } from "vitest";
import { createHarness, replay } from "../src/index.ts";

const SOURCE = `
export const meta = {
  slug: "secretive",
  config_schema: [
    { key: "apiKey", label: "Key", type: "password" },
    { key: "city", label: "City", type: "text", default: "Berlin" },
  ],
};
export async function handler({ bot, msg, config, storage, getPlatformCreds }) {
  const { app_secret } = await getPlatformCreds("feishu");
  const url = "https://api.example.com/" + config.city + "?key=" + encodeURIComponent(config.apiKey);
  const response = await fetch(url, { headers: { authorization: "Bearer " + app_secret } });
  await storage.set("last", { url, keys: [config.apiKey] });
  await bot.reply(msg, config.city + " " + (await response.text()).length);
  return { handled: true };
}`;

const SECRETS = { apiKey: "k-4711/geheim", app_secret: "s3cr3t-of-feishu" };

async function record(): Promise<string> {
  await using harness = await createHarness(SOURCE, {
    config: { apiKey: SECRETS.apiKey },
    credentials: { feishu: { app_id: "cli_1", app_secret: SECRETS.app_secret } },
    fetch: { "https://api.example.com/*": "sunny" },
  });
  const { replies } = await harness.user().says("weather");
  expect(replies).toEqual(["Berlin 5"]);
  return await formatRecordedRun(await harness.record());
}

test("a record has no secret that its run was given, in no place and no encoding of an address", async () => {
  const text = await record();
  for (const secret of [...Object.values(SECRETS), encodeURIComponent(SECRETS.apiKey), "cli_1"]) {
    expect(text).not.toContain(secret);
  }
  expect(parseRecordedRun(text).secrets?.map(({ name }) => name)).toEqual([
    "config.apiKey",
    "feishu.app_id",
    "feishu.app_secret",
  ]);
});

test("it replays all the same, with placeholders", async () => {
  const { same, difference } = await replay(parseRecordedRun(await record()), SOURCE);
  expect(difference).toBeUndefined();
  expect(same).toBe(true);
});

/** Hands its secret on in every usual way, and looks for it in what it is answered. */
const TRANSFORMING = `
export const meta = {
  slug: "transforming",
  config_schema: [{ key: "password", label: "Password", type: "password" }],
};
export async function handler({ bot, msg, config, storage }) {
  const basic = "Basic " + btoa("user:" + config.password);
  const body = JSON.stringify({ user: "user", password: config.password });
  const response = await fetch("https://api.example.com/login", {
    method: "POST", headers: { authorization: basic, "content-type": "application/json" }, body,
  });
  const { echo } = await response.json();
  await storage.set("hex", Buffer.from(config.password).toString("hex"));
  await storage.set("url", Buffer.from("a" + config.password + "z").toString("base64url"));
  await bot.sendFile(msg.from, Buffer.from("secret=" + encodeURIComponent(config.password)), "a.txt");
  await bot.reply(msg, echo === basic ? "the same" : "another");
  return { handled: true };
}`;

test("a secret that the plugin has encoded is not in the record either, and the run replays", async () => {
  const password = 'p4ss/w+rd "!?';
  await using harness = await createHarness(TRANSFORMING, {
    config: { password },
    fetch: {
      "https://api.example.com/login": ({ headers }) => ({ echo: headers.get("authorization") }),
    },
  });
  const turn = await harness.user().says("log in");
  expect(turn).toMatchObject({ error: undefined, replies: ["the same"] });
  const text = await formatRecordedRun(await harness.record());
  const bytes = Buffer.from(password);
  const traces = [
    password,
    JSON.stringify(password).slice(1, -1),
    encodeURIComponent(password),
    bytes.toString("hex"),
    btoa(`user:${password}`).slice(8, -4),
    Buffer.from(`a${password}`).toString("base64url").slice(4, -4),
    // A file and a body stand in the record in Base64.
    ...[0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString("base64")
        .slice(4, -4),
    ),
  ];
  for (const trace of traces) expect(text).not.toContain(trace);
  expect(text).toContain("__secret.config.password.base64-2__");
  expect(text).toContain("__secret.config.password.hex__");
  const { difference, same } = await replay(parseRecordedRun(text), TRANSFORMING);
  expect(difference).toBeUndefined();
  expect(same).toBe(true);
});

/** Does not use its password, which may be a word that the record has for other reasons. */
const UNINTERESTED = `
export const meta = {
  slug: "uninterested",
  config_schema: [{ key: "pin", label: "PIN", type: "password" }],
};
export async function handler({ bot, msg }) {
  const { code } = await fetch("http://127.0.0.1/").catch((error) => error);
  await bot.reply(msg, code.length + " " + crypto.randomUUID());
  return { handled: true };
}`;

async function recordWith(pin: string): Promise<string> {
  await using harness = await createHarness(UNINTERESTED, { config: { pin } });
  await harness.user().says("a word");
  return await formatRecordedRun(await harness.record());
}

test("a password that occurs by chance in what the host has written changes nothing there", async () => {
  const [start] = parseRecordedRun(await recordWith("")).calls;
  const seed = start?.outcome?.ok === true ? start.outcome.value : undefined;
  const { key } = { key: "", ...Object(seed) };
  for (const pin of [key.slice(3, 7), "handled", "FETCH_BLOCKED"]) {
    const recorded = parseRecordedRun(await recordWith(pin));
    expect(await replay(recorded, UNINTERESTED)).toMatchObject({ same: true });
  }
});
