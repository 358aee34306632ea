import { expect, test } from "vitest";
import { openFixture, USER } from "./feishu.ts";

test("what Feishu does not show as picture or video goes out as a file", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await adapter.sendImage?.(USER, Buffer.from("<svg/>"));
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  large.write("\x89PNG", "latin1");
  await adapter.sendImage?.(USER, large);
  const wide = Buffer.alloc(24);
  wide.write("\x89PNG", "latin1");
  wide.writeUInt32BE(12_001, 16);
  await adapter.sendImage?.(USER, wide);
  await adapter.sendVideo?.(USER, Buffer.from("\x1aE\xdf\xa3", "latin1"));
  await adapter.sendFile?.(USER, bytes(3), "表 1.docx");
  expect(fixture.feishu.sent().map(({ type, name }) => [type, name])).toEqual([
    ["file", "image"],
    ["file", "image.png"],
    ["file", "image.png"],
    ["file", "video.webm"],
    ["file", "表 1.docx"],
  ]);
  expect(
    fixture.feishu.requests().find(({ files }) => files.includes("file"))?.params,
  ).toMatchObject({ file_type: "stream" });
});

test.each([
  ["a.opus", "opus", "voice"],
  ["a.MP4", "mp4", "video"],
  ["a.pdf", "pdf", "file"],
  ["a.doc", "doc", "file"],
  ["a.docx", "doc", "file"],
  ["a.xls", "xls", "file"],
  ["a.xlsx", "xls", "file"],
  ["a.ppt", "ppt", "file"],
  ["a.pptx", "ppt", "file"],
  ["a.zip", "stream", "file"],
  ["pdf", "stream", "file"],
])("the file %s is uploaded as %s and sent as %s", async (name, uploaded, type) => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await adapter.sendFile?.(USER, film(), name);
  expect(fixture.feishu.sent()).toMatchObject([{ type, name }]);
  const params = fixture.feishu.requests().find(({ files }) => files.includes("file"))?.params;
  expect(params).toMatchObject({ file_type: uploaded });
  expect(params?.["duration"]).toBe(uploaded === "mp4" ? "2500" : undefined);
});

test("what is only called a video is sent as a file", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  await adapter.sendFile?.(USER, bytes(3), "a.mp4");
  expect(fixture.feishu.sent()).toMatchObject([{ type: "file", name: "a.mp4" }]);
});

test("a file that is too large or empty is refused here", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  const large = adapter.sendFile?.(USER, bytes(30 * 1024 * 1024 + 1), "a");
  await expect(large).rejects.toMatchObject({ code: "MEDIA_TOO_LARGE" });
  const empty = adapter.sendFile?.(USER, bytes(0), "a");
  await expect(empty).rejects.toMatchObject({ code: "PLATFORM_BAD_REQUEST" });
  expect(fixture.feishu.requests().some(({ call }) => call.endsWith("/files"))).toBe(false);
});

test("an upload that breaks off is repeated, with the video's length", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.started();
  fixture.feishu.fault("lost-reply", { method: "uploadfile" });
  await adapter.sendVideo?.(USER, film());
  expect(fixture.feishu.sent()).toMatchObject([{ type: "video", name: "video.mp4" }]);
  const uploads = fixture.feishu.requests().filter(({ call }) => call.endsWith("/files"));
  expect(uploads.map(({ params }) => params["duration"])).toEqual(["2500", "2500"]);
});

function bytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

function box(kind: string, inside: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, inside]);
}

/** A film of 2.5 seconds, as far as its boxes tell. */
function film(): Buffer {
  const mvhd = Buffer.alloc(20);
  mvhd.writeUInt32BE(1000, 12);
  mvhd.writeUInt32BE(2500, 16);
  return Buffer.concat([box("ftyp", Buffer.from("isom")), box("moov", box("mvhd", mvhd))]);
}
