import { createSeal } from "@botwright/adapter-kit";
import { serveRequests } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { openFixture, type Fixture, USER } from "./telegram.ts";

const INVALID = { code: "INVALID_MEDIA_REFERENCE" };

/** A reference that the adapter's own key has sealed: only the adapter's parser stands behind it. */
function sealed({ state, token }: Fixture, reference: string): Promise<string> {
  const stateKey = `telegram.seal.${token.split(":")[0]}`;
  return createSeal({ state, stateKey, purpose: "media-1" }).seal(USER, reference);
}

test.each([
  "telegram:",
  "telegram:..",
  "telegram:a/b",
  "telegram:a?b=c",
  "telegram:a b",
  "telegram:a\n",
  "telegram:http://127.0.0.1/",
  " telegram:abc",
  `telegram:${"a".repeat(2000)}`,
  "file:abc",
])("no file is asked for by %j", async (reference) => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  const made = await sealed(fixture, reference);
  await expect(adapter.downloadRaw(made)).rejects.toMatchObject(INVALID);
  expect(fixture.telegram.requests()).toEqual([]);
});

describe("where getFile points", () => {
  const OUTSIDE = ["..", "../../bot1:x/getMe", "photos/..", "/etc/passwd", "", "a//b", "a/./b"];
  const ODD = ["a?b", "a#b", "a\\..\\b", "a%2f..", "a\nb", "a\0b", "ａ/．．"];

  test.each([...OUTSIDE, ...ODD])("%j is not followed", async (file_path) => {
    const paths: string[] = [];
    await using api = await serveRequests(async ({ url }) => {
      paths.push(new URL(url).pathname);
      return Response.json({ ok: true, result: { file_id: "a", file_path } });
    });
    await using fixture = await openFixture();
    const adapter = fixture.adapter({ apiBase: api.url });
    const reference = await sealed(fixture, "telegram:a");
    const refused = { code: "NETWORK_BAD_ANSWER" };
    await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(refused);
    expect(paths).toEqual([`/bot${fixture.token}/getFile`]);
  });

  test("a file that is larger than wanted is not fetched", async () => {
    const paths: string[] = [];
    await using api = await serveRequests(async ({ url }) => {
      paths.push(new URL(url).pathname);
      return Response.json({ ok: true, result: { file_path: "a/b.c", file_size: 11 } });
    });
    await using fixture = await openFixture();
    const reference = await sealed(fixture, "telegram:a");
    const downloading = fixture
      .adapter({ apiBase: api.url })
      .downloadRaw(reference, { maxBytes: 10 });
    await expect(downloading).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
    expect(paths).toHaveLength(1);
  });
});

test("two bots over one state do not take each other's references", async () => {
  await using fixture = await openFixture();
  const reference = await sealed(fixture, "telegram:a");
  const another = fixture.adapter({ token: "4242:another-secret" });
  await expect(another.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  expect(fixture.telegram.requests()).toEqual([]);
});

test.each(["1001:1e3", "1001:0x10", "1001: 7", "1001:7/..", "1001:-7", "1002:7", "1001:07"])(
  "%j names no message to answer",
  async (contextToken) => {
    await using fixture = await openFixture();
    const adapter = await fixture.inChat();
    await adapter.sendText(USER, "hello", { contextToken });
    const sent = fixture.telegram.requests().findLast(({ call }) => call === "sendMessage");
    expect(sent?.params["reply_parameters"]).toBeUndefined();
  },
);
