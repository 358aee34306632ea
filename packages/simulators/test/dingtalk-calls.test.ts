import { expect, test } from "vitest";
import { type DingTalkSimulator, startSimulator } from "@botwright/simulators";
import { type Answer, authorized, callsOf, listenForBodies, until } from "./dingtalk-robot.ts";

test("tokens: both APIs give them, neither to a wrong pair", async () => {
  await using sim = await startSimulator("dingtalk");
  const { app_key: key, app_secret: secret } = sim.credentials;
  const { post } = callsOf(sim);
  expect(await post("/v1.0/oauth2/accessToken", { appKey: key, appSecret: secret })).toMatchObject({
    status: 200,
    expireIn: 7200,
  });
  expect(await post("/v1.0/oauth2/accessToken", { appKey: key, appSecret: "x" })).toMatchObject({
    status: 400,
    code: "invalidClientIdOrSecret",
  });
  const { get } = callsOf(sim);
  expect(await get(`/gettoken?appkey=${key}&appsecret=${secret}`)).toMatchObject({
    errcode: 0,
    access_token: expect.any(String),
  });
  expect(await get(`/gettoken?appkey=${key}&appsecret=x`)).toMatchObject({ errcode: 40_096 });
});

test("an access token ends", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  const { batchSend } = await authorized(sim);
  const text = { content: "hello" };
  now += 7_199_000;
  expect(await batchSend("sampleText", text)).toMatchObject({ status: 200 });
  now += 1000;
  expect(await batchSend("sampleText", text)).toMatchObject({ code: "InvalidAuthentication" });
});

test("the new API wants its token in the header, the old one in the address", async () => {
  await using sim = await startSimulator("dingtalk");
  const { token, batchSend, upload } = await authorized(sim);
  expect(await callsOf(sim).batchSend("sampleText", {})).toMatchObject({
    status: 400,
    code: "AuthenticationFailed.MissingParameter",
  });
  expect(await callsOf(sim, "wrong").batchSend("sampleText", {})).toMatchObject({
    status: 400,
    code: "InvalidAuthentication",
  });
  const path = "/v1.0/robot/messageFiles/download";
  const bearer = { authorization: `Bearer ${token}` };
  for (const answer of [
    await callsOf(sim).post(`${path}?access_token=${token}`, {}),
    await callsOf(sim).post(path, {}, bearer),
  ]) {
    expect(answer).toMatchObject({ code: "AuthenticationFailed.MissingParameter" });
  }
  expect(await callsOf(sim, "wrong").upload("file", "a.pdf", Buffer.from("a"))).toEqual({
    status: 200,
    errcode: 88,
    sub_code: "40014",
    sub_msg: "不合法的access_token",
    errmsg: "ding talk error[subcode=40014,submsg=不合法的access_token]",
    request_id: expect.any(String),
  });
  sim.fault("expired-token");
  expect(await batchSend("sampleText", {})).toMatchObject({ code: "InvalidAuthentication" });
  expect(await upload("file", "a.pdf", Buffer.from("a"))).toMatchObject({ errcode: 88 });
});

test("both APIs want the right HTTP method", async () => {
  await using sim = await startSimulator("dingtalk");
  const { get, post } = await authorized(sim);
  for (const path of ["/v1.0/oauth2/accessToken", "/media/upload", "/robot/sendBySession"]) {
    expect(await get(path)).toMatchObject({ status: 405 });
  }
  expect(await post("/gettoken", {})).toMatchObject({ status: 405 });
  expect(await post("/v1.0/robot/groupMessages/send", {})).toMatchObject({ status: 404 });
});

test("batchSend checks the robot, the users, the key and its parameters", async () => {
  await using sim = await startSimulator("dingtalk");
  sim.introduce({ id: "staff1" });
  const { batchSend, upload } = await authorized(sim);
  const text = { content: "hello" };
  const { media_id: image } = await upload("image", "a.png", Buffer.from("a"));
  const refusals: [expected: string, answer: Answer][] = [
    ["robotCode.empty", await batchSend("sampleText", text, { robotCode: "" })],
    ["robotCode.auth", await batchSend("sampleText", text, { robotCode: "other" })],
    ["userIds.empty", await batchSend("sampleText", text, { userIds: [] })],
    ["userIds.overMax", await batchSend("sampleText", text, { userIds: Array(21).fill("a") })],
    ["param.invalid", await batchSend("sampleText", text, { userIds: [1] })],
    ["msgKey.empty", await batchSend("", text)],
    ["msgKey.invalid", await batchSend("sampleDance", text)],
    ["msgParam.invalid", await batchSend("sampleText", text, { msgParam: text })],
    ["msgParam.invalid", await batchSend("sampleText", text, { msgParam: "hello" })],
    ["msgParam.invalid", await batchSend("sampleText", [text])],
    ["msgParam.invalid", await batchSend("sampleText", { content: "a".repeat(14_987) })],
    ["msgParam.invalid", await batchSend("sampleImageMsg", { photoURL: "@lunknown" })],
    [
      "msgParam.invalid",
      await batchSend("sampleFile", { mediaId: image, fileName: "a.png", fileType: "png" }),
    ],
  ];
  for (const [expected, { status, code }] of refusals) {
    expect([status, code]).toEqual([400, `invalidParameter.${expected}`]);
  }
  expect(sim.sent()).toEqual([]);
  // {"content":"…"} of exactly 15 000 bytes.
  expect(await batchSend("sampleText", { content: "a".repeat(14_986) })).toMatchObject({
    status: 200,
    invalidStaffIdList: [],
  });
  expect(await batchSend("sampleText", text, { userIds: ["staff1", "nobody"] })).toMatchObject({
    status: 200,
    processQueryKey: expect.any(String),
    invalidStaffIdList: ["nobody"],
    flowControlledStaffIdList: [],
  });
});

test("each msgKey wants its parameters, all of them and no others", async () => {
  await using sim = await startSimulator("dingtalk");
  sim.introduce({ id: "staff1" });
  const { batchSend, upload } = await authorized(sim);
  const bytes = Buffer.from("a");
  const idOf = async (type: string, name: string): Promise<unknown> =>
    (await upload(type, name, bytes))["media_id"];
  const image = await idOf("image", "a.png");
  const kinds: [msgKey: string, param: Record<string, unknown>, type: string][] = [
    ["sampleText", { content: "hello" }, "text"],
    ["sampleMarkdown", { title: "t", text: "**b**" }, "text"],
    [
      "sampleLink",
      { title: "t", text: "l", picUrl: "https://a.b", messageUrl: "https://a.b" },
      "text",
    ],
    ["sampleImageMsg", { photoURL: image }, "image"],
    ["sampleImageMsg", { photoURL: "https://example.org/a.png" }, "image"],
    ["sampleAudio", { mediaId: await idOf("voice", "a.mp3"), duration: "3000" }, "voice"],
    [
      "sampleFile",
      { mediaId: await idOf("file", "a.pdf"), fileName: "b.pdf", fileType: "pdf" },
      "file",
    ],
    [
      "sampleVideo",
      {
        duration: "1",
        videoMediaId: await idOf("video", "a.mp4"),
        videoType: "mp4",
        picMediaId: image,
      },
      "video",
    ],
  ];
  const isRefused = async (msgKey: string, param: object): Promise<void> =>
    expect(await batchSend(msgKey, param)).toMatchObject({
      status: 400,
      code: "invalidParameter.msgParam.invalid",
    });
  for (const [msgKey, param, type] of kinds) {
    for (const name of Object.keys(param)) {
      await isRefused(msgKey, { ...param, [name]: undefined });
      await isRefused(msgKey, { ...param, [name]: 1 });
    }
    await isRefused(msgKey, { ...param, Content: "a" });
    expect(await batchSend(msgKey, param)).toMatchObject({ status: 200 });
    expect(sim.sent().at(-1)).toMatchObject({ to: "staff1", type });
  }
  expect(sim.sent()).toHaveLength(kinds.length);
});

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
    expect([type, name, bytes.length, answer["errcode"]]).toEqual([
      type,
      name,
      bytes.length,
      errcode,
    ]);
    const media_id = expect.stringMatching(/^@l/);
    const created_at = expect.any(Number);
    if (errcode === 0) expect(answer).toMatchObject({ errmsg: "ok", media_id, type, created_at });
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

/** A robot in HTTP mode, spoken to once. */
async function spokenTo(sim: DingTalkSimulator, message: Parameters<DingTalkSimulator["say"]>[0]) {
  const bodies: Record<string, unknown>[] = [];
  const hook = await listenForBodies((body) => bodies.push(body));
  sim.setCallback(hook.url);
  await sim.say(message);
  await until(() => expect(bodies).toHaveLength(1));
  const webhook = new URL(String(bodies[0]?.["sessionWebhook"]));
  return {
    content: Object(bodies[0]?.["content"]),
    answer: (body: unknown): Promise<Answer> =>
      callsOf(sim).post(`${webhook.pathname}${webhook.search}`, body),
    [Symbol.asyncDispose]: () => hook[Symbol.asyncDispose](),
  };
}

const text = { msgtype: "text", text: { content: "hi" } };
const links = [{ title: "news", messageURL: "https://a.b", picURL: "https://a.b" }];
const sessions: [body: Record<string, unknown>, errcode: number][] = [
  [text, 0],
  [{ msgtype: "markdown", markdown: { title: "t", text: "# hi" } }, 0],
  [{ msgtype: "link", link: { title: "t", text: "l", messageUrl: "https://a.b" } }, 0],
  [{ msgtype: "actionCard", actionCard: { title: "t", text: "card" } }, 0],
  [{ msgtype: "feedCard", feedCard: { links } }, 0],
  [{ msgtype: "text", text: { text: "hi" } }, 40_035],
  [{ msgtype: "markdown", markdown: { text: "# hi" } }, 40_035],
  [{ msgtype: "feedCard", feedCard: { links: [{}] } }, 40_035],
  [{ msgtype: "image", image: { media_id: "@l" } }, 400_105],
  [{ msgtype: "voice", voice: { media_id: "@l" } }, 400_105],
  [{ msgtype: "video", video: { media_id: "@l" } }, 400_105],
  [{ msgtype: "file", file: { media_id: "@l" } }, 400_105],
  [{ text: { content: "hi" } }, 400_105],
];

test("a session takes texts and cards, and no media", async () => {
  await using sim = await startSimulator("dingtalk");
  await using robot = await spokenTo(sim, { from: "staff1", text: "hello" });
  for (const [body, errcode] of sessions) {
    expect([body, (await robot.answer(body))["errcode"]]).toEqual([body, errcode]);
  }
  expect(sim.sent().map((message) => message.text)).toEqual(["hi", "# hi", "l", "card", "news"]);
});

test("a session takes 20 answers a minute, for 90 minutes", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now });
  await using robot = await spokenTo(sim, { from: "staff1", text: "hello" });
  sim.fault("rate-limit");
  expect(await robot.answer(text)).toMatchObject({ errcode: 660_026 });
  for (let sent = 0; sent < 20; sent++) {
    expect(await robot.answer(text)).toMatchObject({ errcode: 0, errmsg: "ok" });
  }
  expect(await robot.answer(text)).toMatchObject({ errcode: 660_026 });
  now += 60_000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 0 });
  now += 5_339_000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 0 });
  now += 1000;
  expect(await robot.answer(text)).toMatchObject({ errcode: 300_005 });
  const path = "/robot/sendBySession?session=unknown";
  expect(await callsOf(sim).post(path, text)).toMatchObject({ errcode: 300_005 });
  expect(sim.sent()).toHaveLength(22);
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

test("both APIs list the organisation's apps", async () => {
  await using sim = await startSimulator("dingtalk", { agentId: 7 });
  const { get, post, token } = await authorized(sim);
  const path = "/v1.0/microApp/allInnerApps";
  const [name, icon, desc] = [expect.any(String), expect.any(String), expect.any(String)];
  expect(await get(path)).toEqual({ status: 200, appList: [{ agentId: 7, name, icon, desc }] });
  expect(await callsOf(sim).get(path)).toMatchObject({ status: 400 });
  const list = "/microapp/list?access_token=";
  expect(await post(`${list}${token}`, {})).toMatchObject({
    errcode: 0,
    appList: [{ agentId: 7, name, appIcon: icon }],
  });
  expect(await post(`${list}wrong`, {})).toMatchObject({ errcode: 88, sub_code: "40014" });
});
