import { createDecipheriv, randomBytes } from "node:crypto";
import { createManualClock } from "@botwright/core";
import { credentialsContract } from "@botwright/core/contract";
import {
  createAesSecrets,
  createMemoryCredentialStore,
  createMemoryServiceLog,
  createServices,
} from "@botwright/services";
import { describe, expect, test } from "vitest";

const secrets = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
const feishu = (name: string) => ({ app_id: name, app_secret: `secret of ${name}` });

const cases = credentialsContract(async (configured) => {
  const store = createMemoryCredentialStore({ secrets });
  const { feishu: first, wecom, dingtalk } = configured;
  const of = { userId: 1 };
  if (first !== undefined) await store.add({ ...of, platform: "feishu", credentials: first });
  if (wecom !== undefined) await store.add({ ...of, platform: "wecom", credentials: wecom });
  if (dingtalk !== undefined) {
    await store.add({ ...of, platform: "dingtalk", credentials: dingtalk });
  }
  return createServices({ credentials: { store, secrets } }).forAccount(1)("a").getPlatformCreds;
});

describe("credentials, sealed in a store, keep the port's contract", () => {
  test.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

// spec: credentials.several, credentials.of-user
test("of several sets the newest is given, unless one is the default", async () => {
  const clock = createManualClock();
  const store = createMemoryCredentialStore({ secrets, clock });
  const services = createServices({ credentials: { store, secrets }, clock });
  const get = services.forAccount(1)("notes").getPlatformCreds;
  const add = async (name: string, isDefault: boolean): Promise<void> => {
    await store.add({ userId: 1, platform: "feishu", credentials: feishu(name), isDefault });
  };
  await add("first", false);
  await add("second", false);
  expect(await get("feishu")).toEqual(feishu("second"));
  clock.advance(1);
  await add("third", true);
  clock.advance(1);
  await add("fourth", false);
  expect(await get("feishu")).toEqual(feishu("third"));
  expect(await services.forAccount(2)("notes").getPlatformCreds("feishu")).toBeNull();
});

test("each read is recorded, without what was read", async () => {
  const store = createMemoryCredentialStore({ secrets });
  await store.add({ userId: 1, platform: "feishu", credentials: feishu("cli_1") });
  const log = createMemoryServiceLog();
  const services = createServices({ credentials: { store, secrets }, log });
  const get = services.forAccount(1)("notes").getPlatformCreds;
  await get("feishu");
  await get("wecom");
  const entry = { type: "credentials", userId: 1, pluginSlug: "notes" };
  expect(log.entries()).toMatchObject([
    { ...entry, platform: "feishu", found: true, credentialsId: expect.any(String) },
    { ...entry, platform: "wecom", found: false, credentialsId: null },
  ]);
  expect(JSON.stringify(log.entries())).not.toContain("secret of");
});

test("a read that fails is recorded too", async () => {
  const store = createMemoryCredentialStore({ secrets });
  const set = await store.add({ userId: 1, platform: "feishu", credentials: feishu("cli_1") });
  const log = createMemoryServiceLog();
  const lost = createAesSecrets({ keys: { k1: randomBytes(32) }, current: "k1" });
  const services = createServices({ credentials: { store, secrets: lost }, log });
  const reading = services.forAccount(1)("notes").getPlatformCreds("feishu");
  await expect(reading).rejects.toMatchObject({ code: "SECRET_UNREADABLE" });
  expect(log.entries()).toMatchObject([
    { type: "credentials", platform: "feishu", found: true, credentialsId: set.id },
  ]);
});

// spec: get-creds.encrypted
test("what is stored is sealed, and belongs to its row", async () => {
  const store = createMemoryCredentialStore({ secrets });
  const set = await store.add({ userId: 1, platform: "feishu", credentials: feishu("cli_1") });
  expect(set.sealed).not.toContain("cli_1");
  const copied = { list: async () => [{ ...set, id: "another" }] };
  const services = createServices({ credentials: { store: copied, secrets } });
  const reading = services.forAccount(2)("notes").getPlatformCreds("feishu");
  await expect(reading).rejects.toMatchObject({ code: "SECRET_UNREADABLE" });
});

// spec: get-creds.encrypted
test("what is stored is AES-256-GCM", async () => {
  const key = randomBytes(32);
  const store = createMemoryCredentialStore({
    secrets: createAesSecrets({ keys: { k1: key }, current: "k1" }),
  });
  const platform = "feishu";
  const { sealed } = await store.add({ userId: 1, platform, credentials: feishu("cli_1") });
  const bytes = Buffer.from(sealed.replace("k1.", ""), "base64url");
  // A nonce of 12 bytes, a tag of 16 bytes, and the text, which can be read without the tag.
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  expect(JSON.parse(decipher.update(bytes.subarray(28)).toString())).toEqual(feishu("cli_1"));
});

test.each(["{", "[]", '"text"', '{"app_id":"cli_1","app_secret":7}'])(
  "a stored set that is %s is an error that repeats nothing of it",
  async (json) => {
    const sealed = await secrets.seal(json, "credentials/1");
    const set = { id: "1", userId: 1, platform: "feishu", isDefault: false, createdAt: 0 } as const;
    const store = { list: async () => [{ ...set, sealed }] };
    const services = createServices({ credentials: { store, secrets } });
    const error: unknown = await services
      .forAccount(1)("notes")
      .getPlatformCreds("feishu")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "CREDENTIALS_INVALID" });
    expect(String(error)).not.toContain("cli_1");
  },
);
