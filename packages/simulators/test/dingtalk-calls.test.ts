import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { type Answer, authorized, callsOf } from "./dingtalk-robot.ts";

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

test("batchSend ignores parameters that it does not know, unless it is strict", async () => {
  await using sim = await startSimulator("dingtalk");
  sim.introduce({ id: "staff1" });
  const { batchSend } = await authorized(sim);
  const param = { content: "hello", title: "not of a text" };
  expect(await batchSend("sampleText", param)).toMatchObject({ status: 200 });
  expect(sim.sent()).toMatchObject([{ type: "text", text: "hello" }]);
});

test("each msgKey wants its parameters, all of them and no others", async () => {
  await using sim = await startSimulator("dingtalk", { strictParams: true });
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
    [
      "sampleActionCard",
      { title: "t", text: "c", singleTitle: "more", singleURL: "https://a.b" },
      "text",
    ],
    ["sampleActionCard2", { title: "t", text: "c", ...buttons("action", "URL", 2) }, "text"],
    ["sampleActionCard5", { title: "t", text: "c", ...buttons("action", "URL", 5) }, "text"],
    ["sampleActionCard6", { title: "t", text: "c", ...buttons("button", "Url", 2) }, "text"],
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

/** The parameters of the buttons of a card. */
function buttons(prefix: string, url: string, count: number): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return Object.fromEntries(
    numbers.flatMap((n) => [
      [`${prefix}Title${n}`, `button ${n}`],
      [`${prefix}${url}${n}`, "https://a.b"],
    ]),
  );
}

test("batchRecall recalls messages for a day, and readStatus lists their readers", async () => {
  let now = 1_800_000_000_000;
  await using sim = await startSimulator("dingtalk", { clock: () => now, tokenLifeMs: 1e12 });
  sim.introduce({ id: "staff1", name: "Ann" });
  sim.introduce({ id: "staff2", name: "Bob" });
  const { batchSend, post, get } = await authorized(sim);
  const robotCode = sim.credentials.robot_code;
  const userIds = ["staff1", "staff2"];
  const send = async (): Promise<string> =>
    String((await batchSend("sampleText", { content: "hello" }, { userIds }))["processQueryKey"]);
  const statusOf = (processQueryKey: string): Promise<Answer> => {
    const query = new URLSearchParams({ robotCode, processQueryKey });
    return get(`/v1.0/robot/oToMessages/readStatus?${query.toString()}`);
  };
  const recall = (processQueryKeys: unknown, more = {}): Promise<Answer> =>
    post("/v1.0/robot/otoMessages/batchRecall", { robotCode, processQueryKeys, ...more });
  const key = await send();
  const unread = { readStatus: "UNREAD" };
  expect(await statusOf(key)).toEqual({
    status: 200,
    sendStatus: "SUCCESS",
    messageReadInfoList: [
      { name: "Ann", userId: "staff1", ...unread },
      { name: "Bob", userId: "staff2", ...unread },
    ],
  });
  now += 5000;
  await sim.say({ from: "staff2", text: "I see" });
  const read = { readStatus: "READ", readTimestamp: now };
  expect((await statusOf(key))["messageReadInfoList"]).toMatchObject([unread, read]);

  const kept = await send();
  expect(await recall([key, "unknown"])).toEqual({
    status: 200,
    successResult: [key],
    failedResult: { unknown: expect.any(String) },
  });
  expect((await statusOf(key))["sendStatus"]).toBe("RECALLED");
  expect(sim.sent().map(({ messageId, shown }) => [messageId, shown])).toEqual([
    [key, false],
    [key, false],
    [kept, undefined],
    [kept, undefined],
  ]);
  now += 24 * 3_600_000 + 1;
  expect(await recall([kept])).toMatchObject({
    successResult: [],
    failedResult: { [kept]: expect.any(String) },
  });
  const refused = { status: 400, code: expect.stringMatching(/^invalidParameter\./) };
  for (const answer of [
    await recall([]),
    await recall(Array.from({ length: 21 }, () => key)),
    await recall([key], { robotCode: "other" }),
    await statusOf("unknown"),
  ]) {
    expect(answer).toMatchObject(refused);
  }
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
