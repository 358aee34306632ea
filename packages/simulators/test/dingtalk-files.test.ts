import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { authorized, spokenTo } from "./dingtalk-robot.ts";

const one = Buffer.from("a");
const uploads: [type: string, name: string, bytes: Uint8Array, errcode: number, query?: string][] =
  [
    ["file", "a.pdf", one, 0],
    ["image", "a.bmp", one, 0],
    ["voice", "a.amr", one, 0],
    ["video", "a.mp4", one, 0],
    ["file", "a.txt", one, 40_005],
    ["image", "a.webp", one, 40_005],
    ["voice", "a.ogg", one, 40_005],
    ["video", "a.mov", one, 40_005],
    ["file", "a.pdf", new Uint8Array(20 << 20), 0],
    ["file", "a.pdf", new Uint8Array((20 << 20) + 1), 40_006],
    ["voice", "a.mp3", new Uint8Array((2 << 20) + 1), 40_006],
    ["file", "a.pdf", new Uint8Array(), 41_005],
    ["thumb", "a.pdf", one, 40_004],
    ["file", "a.pdf", one, 40_004, "image"],
    ["file", "a.pdf", one, 40_004, ""],
    ["", "a.pdf", one, 40_004, "file"],
  ];

test("uploads are checked by type, extension and size", async () => {
  await using sim = await startSimulator("dingtalk", {
    strictFileTypes: true,
    strictUploadQuery: true,
  });
  const { upload, token, post } = await authorized(sim);
  for (const [type, name, bytes, errcode, query] of uploads) {
    const answer = await upload(type, name, bytes, query);
    const media_id = expect.stringMatching(/^@l/);
    const taken = { errmsg: "ok", media_id, type, created_at: expect.any(Number) };
    expect(answer).toMatchObject({ errcode, ...(errcode === 0 && taken) });
  }
  const nameless = new FormData();
  nameless.set("type", "file");
  nameless.set("media", "words");
  const path = `/media/upload?access_token=${token}&type=file`;
  expect(await post(path, nameless)).toMatchObject({ errcode: 41_005 });
});

test("an upload may leave its type out of the address, and other files are taken", async () => {
  await using sim = await startSimulator("dingtalk");
  const { upload } = await authorized(sim);
  expect(await upload("file", "a.csv", one, "")).toMatchObject({ errcode: 0 });
});

const DOWNLOAD = "/v1.0/robot/messageFiles/download";

test("download codes belong to the robot, their links need no token and end", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  const file = { bytes: Buffer.from("words"), name: "w.txt" };
  await using robot = await spokenTo(sim, { from: "staff1", file });
  const { post, token } = await authorized(sim);
  const { robot_code: robotCode } = sim.credentials;
  const { downloadCode } = robot.content;
  expect(await post(DOWNLOAD, { downloadCode, robotCode: "other" })).toMatchObject({
    code: "invalidParameter.robotCode.auth",
  });
  expect(await post(DOWNLOAD, { downloadCode: "unknown", robotCode })).toMatchObject({
    code: "invalidParameter.param.invalid",
  });
  const url = String((await post(DOWNLOAD, { downloadCode, robotCode }))["downloadUrl"]);
  expect(await (await fetch(url)).text()).toBe("words");
  const headers = { "x-acs-dingtalk-access-token": token };
  expect((await fetch(url, { headers })).status).toBe(400);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  now += 600_000;
  expect((await fetch(url)).status).toBe(404);
});

test.each([false, true])("the other code of a picture: pictureCodes %s", async (pictureCodes) => {
  await using sim = await startSimulator("dingtalk", { pictureCodes });
  await using robot = await spokenTo(sim, { from: "staff1", image: { bytes: one } });
  const { post } = await authorized(sim);
  const { robot_code: robotCode } = sim.credentials;
  const { downloadCode, pictureDownloadCode } = robot.content;
  expect((await post(DOWNLOAD, { downloadCode, robotCode })).status).toBe(200);
  const other = await post(DOWNLOAD, { downloadCode: pictureDownloadCode, robotCode });
  expect(other.status).toBe(pictureCodes ? 200 : 400);
});
