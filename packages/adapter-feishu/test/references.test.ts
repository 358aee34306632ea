import { createSeal } from "@botwright/adapter-kit";
import { until } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { openFixture, type Fixture, PATIENT, USER } from "./feishu.ts";

const INVALID = { code: "INVALID_MEDIA_REFERENCE" };
const OTHER = "ou_1002";

/** A reference that the adapter's own key has sealed: only the adapter's parser stands behind it. */
function sealed({ state, feishu }: Fixture, reference: string): Promise<string> {
  const stateKey = `feishu.seal.${feishu.credentials.app_id}`;
  return createSeal({ state, stateKey, purpose: "media-1" }).seal(USER, reference);
}

const calls = ({ feishu }: Fixture): string[] => feishu.requests().map(({ call }) => call);

describe("no call of the API is reached by a reference", () => {
  test.each([
    "feishu:file:../../../contact/v3/users?page_size=50",
    "feishu:file:../../../contact/v3/users:x",
    "feishu:file:om_1:..",
    "feishu:file:..:..",
    "feishu:file:om_1:a/../../b",
    "feishu:file:om_1:%2e%2e%2f%2e%2e",
    "feishu:file:om_1:a?type=file",
    "feishu:file:om_1:a#",
    "feishu:file:om_1:a&b",
    "feishu:image:om_1:a\n",
    "feishu:image:om_1:a\0",
    "feishu:image:om_1:a:b",
    "feishu:image:om_1:",
    "feishu:image::img_1",
    "feishu:users:om_1:img_1",
    " feishu:image:om_1:img_1",
    `feishu:image:om_1:${"a".repeat(300)}`,
    "feishu:image:om_1:ａ",
  ])("%j", async (reference) => {
    await using fixture = await openFixture();
    const adapter = fixture.adapter();
    await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(INVALID);
    const made = await sealed(fixture, reference);
    await expect(adapter.downloadRaw(made)).rejects.toMatchObject(INVALID);
    expect(calls(fixture)).toEqual([]);
  });

  test("nor by a file key of the wire", async () => {
    await using fixture = await openFixture();
    const adapter = await fixture.started();
    const content = { file_key: "../../../../contact/v3/users", file_name: "a" };
    await fixture.feishu.push({ from: USER, type: "file", content });
    await until("the message", () => fixture.received.length === 1);
    const file = fixture.received[0]?.message.file;
    if (file === undefined) throw new Error("no file");
    const before = calls(fixture);
    await expect(adapter.download(file)).rejects.toMatchObject(INVALID);
    expect(calls(fixture)).toEqual(before);
  });
});

test.each(["..", "../../bot/v3/info", "om_1/../..", "om_1?a=b", "om_1%2f.."])(
  "a quote of %j is not looked up",
  async (parentId) => {
    await using fixture = await openFixture();
    await fixture.started();
    const before = calls(fixture);
    await fixture.feishu.push({ from: USER, type: "text", content: { text: "yes" }, parentId });
    await until("the message", () => fixture.received.length === 1);
    expect(fixture.received[0]?.message).toMatchObject({
      text: "yes",
      quotedMessage: { text: "" },
    });
    expect(calls(fixture)).toEqual(before);
  },
);

test("a quote of another chat's message has no text", async () => {
  await using fixture = await openFixture();
  await fixture.started(PATIENT);
  const { id } = await fixture.feishu.say({ from: OTHER, text: "a private word" });
  for (const from of [USER, OTHER]) {
    await fixture.feishu.push({ from, type: "text", content: { text: "yes" }, parentId: id });
  }
  await until("the messages", () => fixture.received.length === 3);
  const [mine, theirs] = [USER, OTHER].map((from) =>
    fixture.received.find(({ message }) => message.from === from && message.text === "yes"),
  );
  expect(JSON.stringify(mine)).not.toContain("private");
  expect(theirs?.message.textWithQuote).toBe("[引用: a private word]\nyes");
});

test("two bots over one state do not take each other's references", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await fixture.feishu.say({ from: USER, image: { bytes: Buffer.from("picture") } });
  await until("the message", () => fixture.received.length === 1);
  const reference = fixture.received[0]?.message.image?.media.encrypt_query_param ?? "";
  await adapter.downloadRaw(reference);
  const another = fixture.adapter({ appId: "cli_another" });
  await expect(another.downloadRaw(reference)).rejects.toMatchObject(INVALID);
});
