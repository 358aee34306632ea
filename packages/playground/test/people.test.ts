import { expect, test } from "vitest";
import { happen } from "./happening.ts";
import { eventsOf, openPage, PNG } from "./open-page.ts";

test("a second person is added by name, and one who writes by another way is met", async () => {
  const { json, post, page, url } = await openPage({
    idOf: (name) => String(1000 + name.length),
    nameOf: (id) => (id === "1003" ? "ben" : undefined),
  });
  expect(await json("/simulators")).toMatchObject([
    { user: "1001", canAdd: true, people: [{ id: "1001", name: "1001" }] },
    { user: "manager4220", canAdd: false },
  ]);
  const add = (name: string, platform = "telegram") =>
    post(`/simulators/${platform}/people`, JSON.stringify({ name }));
  expect(await add("ben")).toMatchObject({ status: 200, body: { id: "1003", name: "ben" } });
  await page.say("telegram", { from: "1009", text: "hello" });
  const { platforms } = await eventsOf(url, ({ messages }) => messages.length > 0);
  expect(platforms?.[0]?.["people"]).toEqual([
    { id: "1001", name: "1001" },
    { id: "1003", name: "ben" },
    { id: "1009", name: "1009" },
  ]);
  for (const name of ["", "a b", "x".repeat(33)]) {
    expect(await add(name)).toMatchObject({ status: 400 });
  }
  expect(await add("ben", "dingtalk")).toMatchObject({ status: 404 });
});

test("there is room for fifty people", async () => {
  const { post } = await openPage({ idOf: (name) => name });
  const add = (number: number) =>
    post("/simulators/telegram/people", JSON.stringify({ name: String(2000 + number) }));
  const answers = [];
  for (let number = 0; number < 50; number += 1) answers.push(await add(number));
  expect(answers.map(({ status }) => status)).toEqual([...Array(49).fill(200), 409]);
  expect(answers.at(-1)?.body).toMatchObject({ code: "TOO_MANY" });
});

test("a voice message comes with its words where the platform has a way for them", async () => {
  const { post, say, telegram, url } = await openPage();
  const form = new FormData();
  form.set("from", "1001");
  form.set("voice", new File([PNG], "note.ogg", { type: "audio/ogg" }));
  form.set("transcription", "buy milk");
  expect((await post("/simulators/telegram/say", form)).status).toBe(200);
  const voice = { base64: PNG.toString("base64"), transcription: "买牛奶" };
  expect((await say("dingtalk", { from: "manager4220", voice })).status).toBe(200);
  expect(telegram.pending()).toBe(1);
  const { messages } = await eventsOf(url, (events) => events.messages.length === 2);
  expect(messages).toMatchObject([
    { type: "voice", text: "buy milk" },
    { type: "voice", text: "买牛奶" },
  ]);
});

test("an error is shown with the lines around its place", async () => {
  const { url, page } = await openPage();
  const { id } = await page.say("telegram", { from: "1001", text: "hello" });
  const error = { code: "PLUGIN_ERROR", message: "no", frame: "> 7 | throw no;" };
  const run = { plugin: "poll", status: "failed", durationMs: 1, error } as const;
  happen(page, { platform: "telegram", id, handledBy: null, runs: [run] });
  const { handled } = await eventsOf(url, (events) => events.handled.length > 0);
  expect(handled[0]).toMatchObject({ runs: [{ error }] });
});
