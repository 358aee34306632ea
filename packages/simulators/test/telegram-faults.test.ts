import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";
import { at, rawBot } from "./raw-bot.ts";

test("rate-limit answers 429 with the seconds in body and header", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const { call } = rawBot(sim);
  const fault = sim.fault("rate-limit", { method: "sendMessage", retryAfter: 7, times: 2 });
  expect(await call("getMe")).toMatchObject({ ok: true });
  const limited = await call("sendMessage", { chat_id: 1001, text: "a" });
  expect(limited).toMatchObject({
    status: 429,
    ok: false,
    error_code: 429,
    description: "Too Many Requests: retry after 7",
    parameters: { retry_after: 7 },
  });
  expect(limited.headers.get("retry-after")).toBe("7");
  await call("sendMessage", { chat_id: 1001, text: "b" });
  expect(fault.hits).toBe(2);
  await call("sendMessage", { chat_id: 1001, text: "c" });
  expect(sim.sent().map(({ text }) => text)).toEqual(["c"]);
});

test("server-error is a restart or the proxy's page", async () => {
  await using sim = await startSimulator("telegram");
  const { call, root } = rawBot(sim);
  sim.fault("server-error");
  expect(await call("getMe")).toMatchObject({
    status: 500,
    description: "Internal Server Error: restart",
  });
  sim.fault("server-error", { status: 502 });
  const page = await fetch(`${root}/getMe`);
  expect(page.status).toBe(502);
  expect(page.headers.get("content-type")).toBe("text/html");
  expect(await page.text()).toContain("502 Bad Gateway");
  expect(await call("getMe")).toMatchObject({ status: 200 });
});

test("revoked-token ends the held poll and every call until it is ended", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  const polled = call("getUpdates", { timeout: 50 });
  await expect.poll(() => sim.requests()).toHaveLength(1);
  {
    using fault = sim.fault("revoked-credentials");
    expect(await polled).toMatchObject({ status: 401, description: "Unauthorized" });
    expect(await call("getMe")).toMatchObject({ status: 401, description: "Unauthorized" });
    expect(fault.hits).toBe(2);
  }
  expect(await call("getMe")).toMatchObject({ status: 200 });
});

test("blocked and deactivated users cannot be written to", async () => {
  await using sim = await startSimulator("telegram");
  for (const id of ["1", "2", "3"]) sim.introduce({ id });
  sim.fault("refused-user", { user: "1" });
  sim.fault("deactivated-user", { user: "2" });
  const { call } = rawBot(sim);
  expect(await call("sendMessage", { chat_id: 1, text: "a" })).toMatchObject({
    status: 403,
    description: "Forbidden: bot was blocked by the user",
  });
  expect(await call("sendMessage", { chat_id: 2, text: "a" })).toMatchObject({
    status: 403,
    description: "Forbidden: user is deactivated",
  });
  expect(await call("sendMessage", { chat_id: 3, text: "a" })).toMatchObject({ ok: true });
});

test("conflict hits the held poll, or the next one", async () => {
  await using sim = await startSimulator("telegram", { guardMs: 0 });
  const { call } = rawBot(sim);
  const polled = call("getUpdates", { timeout: 50 });
  await expect.poll(() => sim.requests()).toHaveLength(1);
  sim.fault("conflict", { times: 2 });
  const conflict = {
    status: 409,
    description: expect.stringContaining("terminated by other getUpdates request"),
  };
  expect(await polled).toMatchObject(conflict);
  expect(await call("getUpdates")).toMatchObject(conflict);
  expect(await call("getUpdates")).toMatchObject({ ok: true });
});

test("a dropped connection has no effect, a lost reply has one", async () => {
  await using sim = await startSimulator("telegram");
  sim.introduce({ id: "1001" });
  const { call } = rawBot(sim);
  sim.fault("drop-connection", { method: "sendMessage" });
  await expect(call("sendMessage", { chat_id: 1001, text: "a" })).rejects.toThrow("fetch failed");
  expect(sim.sent()).toEqual([]);
  sim.fault("lost-reply");
  await expect(call("sendMessage", { chat_id: 1001, text: "b" })).rejects.toThrow("fetch failed");
  expect(sim.sent()).toMatchObject([{ text: "b" }]);
  expect(sim.requests().map(({ status }) => status)).toEqual([0, 0]);
});

test("slow waits before the call takes effect", async () => {
  await using sim = await startSimulator("telegram");
  const { call } = rawBot(sim);
  sim.fault("slow", { ms: 100 });
  const started = performance.now();
  await call("getMe");
  expect(performance.now() - started).toBeGreaterThan(95);
});

test("closing does not wait for slow calls", async () => {
  const sim = await startSimulator("telegram");
  sim.fault("slow", { ms: 60_000 });
  const slow = rawBot(sim)
    .call("getMe")
    .catch((error: unknown) => error);
  await expect.poll(() => sim.requests()).toHaveLength(1);
  await sim.close();
  expect(await slow).toMatchObject({ message: "fetch failed" });
});

test("files can be too big, missing, or cut off", async () => {
  await using sim = await startSimulator("telegram");
  const { call, fileRoot } = rawBot(sim);
  await sim.say({ from: "1001", file: { bytes: new Uint8Array(100_000), name: "f.bin" } });
  const { result } = await call("getUpdates");
  const file_id = at(result, 0, "message", "document", "file_id");
  sim.fault("file-too-big");
  expect(await call("getFile", { file_id })).toMatchObject({
    description: "Bad Request: file is too big",
  });
  sim.fault("missing-file", { method: "getFile" });
  expect(await call("getFile", { file_id })).toMatchObject({
    description: "Bad Request: wrong file_id or the file is temporarily unavailable",
  });
  expect(await call("getFile", { file_id })).toMatchObject({ ok: true });
  sim.fault("missing-file", { method: "download" });
  expect((await fetch(`${fileRoot}/documents/file_0.bin`)).status).toBe(404);
  sim.fault("lost-reply", { method: "download" });
  const cut = await fetch(`${fileRoot}/documents/file_0.bin`);
  await expect(cut.bytes()).rejects.toThrow("terminated");
  expect((await fetch(`${fileRoot}/documents/file_0.bin`)).status).toBe(200);
});

test("repeat-updates delivers again what was confirmed", async () => {
  await using sim = await startSimulator("telegram", { firstUpdateId: 5, guardMs: 0 });
  const { call } = rawBot(sim);
  await sim.say({ from: "1001", text: "once" });
  sim.fault("duplicate");
  expect(await call("getUpdates", { offset: 6 })).toMatchObject({ result: [{ update_id: 5 }] });
  expect(await call("getUpdates", { offset: 6 })).toMatchObject({ result: [] });
});

test("garbled answers are not JSON", async () => {
  await using sim = await startSimulator("telegram");
  sim.fault("garbled");
  await expect(rawBot(sim).call("getMe")).rejects.toThrow(SyntaxError);
});

test("an unknown fault is refused with the known names", async () => {
  await using sim = await startSimulator("telegram");
  // @ts-expect-error: a fault that is not there
  expect(() => sim.fault("earthquake")).toThrow(
    expect.objectContaining({
      code: "UNKNOWN_FAULT",
      message: expect.stringContaining("rate-limit, server-error, revoked-credentials"),
    }),
  );
});
