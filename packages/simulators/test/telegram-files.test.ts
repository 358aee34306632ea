import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { at, png, rawBot } from "./raw-bot.ts";

function form(fields: Record<string, string | Blob>, name?: string): RequestInit {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === "string") body.set(key, value);
    else body.set(key, value, name);
  }
  return { method: "POST", body };
}

test("a file comes under its field's name or by attach://", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const { request } = rawBot(sim);
  const blob = new Blob(["hello"]);
  await request("sendDocument", form({ chat_id: "1001", document: blob }, "a b.txt"));
  const attached = { chat_id: "1001", document: "attach://x", x: blob };
  const answer = await request("sendDocument", form(attached, "c.txt"));
  expect(answer.result).toMatchObject({
    document: { file_name: "c.txt", mime_type: "text/plain", file_size: 5 },
  });
  const bytes = new TextEncoder().encode("hello");
  expect(sim.sent()).toMatchObject([
    { type: "file", name: "a b.txt", bytes },
    { type: "file", name: "c.txt", bytes },
  ]);
});

test("a video comes with its measures and a thumbnail", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const measures = { duration: "3", width: "320", height: "180" };
  const thumbnail = { thumbnail: "attach://small", small: new Blob([png(32, 18)]) };
  const init = form({ chat_id: "1001", video: new Blob(["film"]), ...measures, ...thumbnail }, "f");
  expect(await rawBot(sim).request("sendVideo", init)).toMatchObject({
    result: { video: { duration: 3, width: 320, height: 180, thumbnail: { width: 32 } } },
  });
});

test.each([
  ["sendVideo", "video", "video"],
  ["sendAnimation", "animation", "video"],
  ["sendVideoNote", "video_note", "video"],
  ["sendVoice", "voice", "voice"],
  ["sendAudio", "audio", "file"],
  ["sendDocument", "document", "file"],
  ["sendSticker", "sticker", "file"],
])("%s takes an upload, and its file_id once more", async (method, field, type) => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const { request, call } = rawBot(sim);
  const upload = form({ chat_id: "1001", caption: "words", [field]: new Blob(["bytes"]) }, "f");
  const { result } = await request(method, upload);
  expect(result).toMatchObject({ caption: "words", [field]: { file_size: 5 } });
  const file_id = at(result, field, "file_id");
  expect(await call(method, { chat_id: 1001, [field]: file_id })).toMatchObject({ ok: true });
  expect(sim.sent()).toMatchObject([{ type, text: "words" }, { type }]);
  expect(sim.sent()[0]?.bytes).toEqual(sim.sent()[1]?.bytes);
  if (field === "document") return;
  expect(await call("sendDocument", { chat_id: 1001, document: file_id })).toMatchObject({
    description: expect.stringMatching(/^Bad Request: can't use file of type \w+ as Document$/),
  });
});

test.each([
  [{}, "there is no photo in the request"],
  [{ photo: "attach://nothing" }, "there is no photo in the request"],
  [{ photo: "AgAC" }, "wrong remote file identifier specified: can't unserialize it"],
  [{ photo: "AgADnothin" }, "wrong remote file identifier specified: Wrong padding in the string"],
  [{ photo: "AgADn" }, "wrong remote file identifier specified: Wrong string length"],
  [
    { photo: "AgAD nothing" },
    "wrong remote file identifier specified: Wrong character in the string",
  ],
  [{ photo: "picture.png" }, "wrong file identifier/HTTP URL specified"],
  [{ photo: "https://pictures.example/1.png" }, "failed to get HTTP URL content"],
  [{ photo: new Blob([]) }, "file must be non-empty"],
  [{ photo: new Blob(["no picture"]) }, "IMAGE_PROCESS_FAILED"],
  [{ photo: new Blob([png(9000, 1001)]) }, "PHOTO_INVALID_DIMENSIONS"],
  [{ photo: new Blob([png(2100, 100)]) }, "PHOTO_INVALID_DIMENSIONS"],
  [{ photo: new Blob([png(10, 10)]), caption: "x".repeat(1025) }, "message caption is too long"],
  [{ photo: new Blob([png(10, 10)]), chat_id: "5" }, "chat not found"],
  [
    { photo: new Blob([png(10, 10), new Uint8Array((10 << 20) - 63)]) },
    "file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes",
  ],
])("sendPhoto refuses case %#: %s", async (fields, text) => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const init = form({ chat_id: "1001", ...fields });
  expect(await rawBot(sim).request("sendPhoto", init)).toMatchObject({
    status: 400,
    description: `Bad Request: ${text}`,
  });
});

test.each([
  { photo: new Blob([png(9000, 1000)]) },
  { photo: new Blob([png(2000, 100)]) },
  { photo: new Blob([png(10, 10), new Uint8Array((10 << 20) - 64)]) },
  { photo: new Blob([png(10, 10)]), caption: "👋".repeat(1024) },
])("sendPhoto takes case %#, which is just within the limits", async (fields) => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const init = form({ chat_id: "1001", ...fields });
  expect(await rawBot(sim).request("sendPhoto", init)).toMatchObject({ ok: true });
});

test("a photo of a person is sent once more by its file_id, whatever its bytes are", async () => {
  await using sim = await startSimulator("telegram");
  await sim.say({ from: "1001", image: { bytes: new TextEncoder().encode("no picture") } });
  const { call } = rawBot(sim);
  const { result } = await call("getUpdates");
  const photo = at(result, 0, "message", "photo", 0, "file_id");
  expect(await call("sendPhoto", { chat_id: 1001, photo })).toMatchObject({ ok: true });
});

test("a photo has several sizes, each with its own file_id", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const photo = new Blob([png(1600, 800)]);
  const { result } = await rawBot(sim).request("sendPhoto", form({ chat_id: "1001", photo }));
  expect(result).toMatchObject({
    photo: [
      { width: 90, height: 45 },
      { width: 320, height: 160 },
      { width: 800, height: 400 },
      { width: 1280, height: 640 },
      { width: 1600, height: 800 },
    ],
  });
  const sizes = [0, 1, 2, 3, 4].map((index) => at(result, "photo", index));
  expect(new Set(sizes.map((size) => at(size, "file_id"))).size).toBe(5);
  expect(new Set(sizes.map((size) => at(size, "file_unique_id"))).size).toBe(5);
});

test("an upload of more than 50 MB is too large, and the connection goes on", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const document = new Blob([new Uint8Array((50 << 20) + 1)]);
  const { request } = rawBot(sim);
  expect(await request("sendDocument", form({ chat_id: "1001", document }))).toMatchObject({
    status: 413,
    description: "Request Entity Too Large",
  });
  const huge = new Blob([document, document.slice(0, 2 << 20)]);
  expect(await request("sendDocument", form({ document: huge }))).toMatchObject({ status: 413 });
  expect(await request("getMe")).toMatchObject({ status: 200 });
});

test("getFile prepares what was said and what was sent, up to 20 MB", async () => {
  await using sim = await startSimulator("telegram");
  const { call, fileRoot } = rawBot(sim);
  const bytes = new Uint8Array(20 << 20).fill(7);
  await sim.say({ from: "1001", file: { bytes, name: "ok.bin" } });
  await sim.say({ from: "1001", file: { bytes: new Uint8Array((20 << 20) + 1) } });
  const { result } = await call("getUpdates");
  const documents = [0, 1].map((index) => at(result, index, "message", "document"));
  expect(await call("getFile", { file_id: at(documents[1], "file_id") })).toMatchObject({
    status: 400,
    description: "Bad Request: file is too big",
  });
  const file = await call("getFile", { file_id: at(documents[0], "file_id") });
  expect(file.result).toEqual({
    file_id: at(documents[0], "file_id"),
    file_unique_id: at(documents[0], "file_unique_id"),
    file_size: 20 << 20,
    file_path: "documents/file_0.bin",
  });
  const response = await fetch(`${fileRoot}/documents/file_0.bin`);
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(Buffer.compare(await response.bytes(), bytes)).toBe(0);
  expect(await call("getFile", {})).toMatchObject({
    description: "Bad Request: file_id not specified",
  });
  expect(await call("getFile", { file_id: "x" })).toMatchObject({
    description: "Bad Request: invalid file_id",
  });
});
