import { expect, test } from "vitest";
import { openFixture, sealed } from "./wecom.ts";

const INVALID = { code: "INVALID_MEDIA_REFERENCE" };

test.each([
  "wecom:",
  "wecom:..",
  "wecom:a&access_token=b",
  "wecom:a/../b",
  "wecom:a?b",
  "wecom:a#b",
  "wecom:a b",
  "wecom:a\n",
  "wecom:http://127.0.0.1/",
  " wecom:abc",
  `wecom:${"a".repeat(1000)}`,
  "media:abc",
])("no medium is asked for by %j", async (reference) => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  await expect(adapter.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  const made = await sealed(fixture, reference);
  await expect(adapter.downloadRaw(made)).rejects.toMatchObject(INVALID);
  expect(fixture.wecom.requests()).toEqual([]);
});

test("two apps of a corp over one state do not take each other's references", async () => {
  await using fixture = await openFixture();
  const reference = await sealed(fixture, "wecom:a");
  const another = fixture.adapter({ agentId: "424242" });
  await expect(another.downloadRaw(reference)).rejects.toMatchObject(INVALID);
  expect(fixture.wecom.requests()).toEqual([]);
});

test.each([
  "a|b",
  "@all",
  "@ALL",
  " @all",
  "＠all",
  "@all ",
  "a b",
  "a\tb",
  "a\u200b|b",
  "",
  "a".repeat(65),
  `a${"\u0300".repeat(99_999)}${"\u0316".repeat(99_999)}`,
])("%j is not one member: nothing is sent", async (to) => {
  await using fixture = await openFixture();
  const adapter = fixture.adapter();
  const refused = { platformCode: "40003" };
  await expect(adapter.sendText(to, "hello")).rejects.toMatchObject(refused);
  await expect(adapter.sendFile?.(to, Buffer.alloc(100), "a")).rejects.toMatchObject(refused);
  expect(fixture.wecom.requests()).toEqual([]);
});

test("of a long file no more parts are fetched than are wanted", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const bytes = Buffer.alloc((21 << 20) + 7);
  await fixture.wecom.say({ from: "zhangsan", file: { bytes, name: "long.bin" } });
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = setInterval(() => fixture.received.length > 0 && resolve(), 10);
  await promise;
  clearInterval(waiting);
  const file = fixture.received[0]?.message.file;
  if (file === undefined) throw new Error("no file");
  const parts = (): number =>
    fixture.wecom.requests().filter(({ status }) => status === 206).length;
  const refused = { code: "MEDIA_TOO_LARGE" };
  const maxBytes = bytes.length - 1;
  await expect(adapter.download(file, { maxBytes })).rejects.toMatchObject(refused);
  expect(parts()).toBe(1);
  const download = await adapter.download(file, { maxBytes: bytes.length });
  expect(download.bytes).toHaveLength(bytes.length);
});
