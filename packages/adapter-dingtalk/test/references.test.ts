import { createSeal } from "@botwright/adapter-kit";
import { createMemoryAdapterState } from "@botwright/core";
import { expect, test } from "vitest";
import { openFixture, type Fixture, until, USER } from "./dingtalk.ts";

const INVALID = { code: "INVALID_MEDIA_REFERENCE" };
const OTHER = "staff1002";

/** A reference that the adapter's own key has sealed: only the adapter's parser stands behind it. */
function sealed({ state, dingtalk }: Fixture, reference: string): Promise<string> {
  const stateKey = `dingtalk.seal.${dingtalk.credentials.robot_code}`;
  return createSeal({ state, stateKey, purpose: "media-1" }).seal(USER, reference);
}

const ofCode = (code: string): string => `dingtalk:${Buffer.from(code).toString("base64url")}`;

test.each([
  "dingtalk:",
  "dingtalk:..",
  "dingtalk:YQ==",
  "dingtalk:YQ.YQ.YQ",
  "dingtalk:YQ\n",
  " dingtalk:YQ",
  "YQ",
  ofCode("a b"),
  ofCode("../a"),
  ofCode('a","robotCode":"another'),
  ofCode("a\0"),
  ofCode("a".repeat(4000)),
])("no file is asked for by %j", async (reference) => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  const made = await sealed(fixture, reference);
  await expect(adapter.downloadRaw(made)).rejects.toMatchObject(INVALID);
  expect(fixture.dingtalk.requests()).toEqual([]);
});

test("two robots over one state do not take each other's references", async () => {
  await using fixture = await openFixture();
  const reference = await sealed(fixture, ofCode("a"));
  const another = fixture.adapter({ robotCode: "another" });
  await expect(another.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  expect(fixture.dingtalk.requests()).toEqual([]);
});

test("a token that no message had is not looked up", async () => {
  await using fixture = await openFixture();
  const kept = createMemoryAdapterState();
  const keys: string[] = [];
  const state = {
    ...kept,
    get(key: string) {
      keys.push(key);
      return kept.get(key);
    },
  };
  const adapter = await fixture.inChat({ state });
  for (const contextToken of ["..", "a.b", "x".repeat(44), `${"x".repeat(42)}.`, "a\nb"]) {
    await adapter.sendText(USER, "hello", { contextToken });
  }
  expect(keys.filter((key) => key.includes("session"))).toEqual([]);
  expect(fixture.dingtalk.sent().map(({ to }) => to)).toEqual(
    Array.from({ length: 5 }, () => USER),
  );
});

test("a quote of another chat's message has no text", async () => {
  await using fixture = await openFixture();
  await fixture.inChat();
  fixture.dingtalk.introduce({ id: OTHER, name: "Bob" });
  const { id } = await fixture.dingtalk.say({ from: OTHER, text: "a private word" });
  await until(() => expect(fixture.received).toHaveLength(1));
  for (const from of [USER, OTHER]) {
    await fixture.dingtalk.push({ from, text: "yes", fields: { originalMsgId: id } });
  }
  await until(() => expect(fixture.received).toHaveLength(3));
  const [mine, theirs] = [USER, OTHER].map((from) =>
    fixture.received.find(({ message }) => message.from === from && message.text === "yes"),
  );
  expect(JSON.stringify(mine)).not.toContain("private");
  expect(theirs?.message.textWithQuote).toBe("[引用: a private word]\nyes");
});
