import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import {
  assertNoSecret,
  createFastClock,
  serveRequests,
  until,
} from "@botwright/adapter-kit/contract";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./feishu.ts";

const lines = ({ logger }: Fixture): string => logger.lines.map(({ message }) => message).join();

const endpoints = ({ feishu }: Fixture): number =>
  feishu.requests().filter(({ call }) => call.endsWith("/endpoint")).length;

test("fragments that come out of order become one message, cut characters included", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("fragments", { order: [3, 1, 0, 2, 4] });
  const text = "一二三四五六七八九十".repeat(50);
  await fixture.feishu.say({ from: USER, text });
  await until("the acknowledgement", () => fixture.feishu.pending() === 0);
  expect(new Set(fixture.received.map(({ message }) => message.text))).toEqual(new Set([text]));
});

test("what is no frame, and a connection that is cut, lose nothing", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("bad-frame");
  const first = await fixture.feishu.say({ from: USER, text: "after noise" });
  await until("the first", () => fixture.feishu.pending() === 0);
  fixture.feishu.fault("cut-socket");
  const second = await fixture.feishu.say({ from: USER, text: "after the cut" });
  await until("the second", () => fixture.feishu.pending() === 0);
  expect([...new Set(fixture.received.map(({ id }) => id))]).toEqual([first.id, second.id]);
  expect(fixture.logger.lines.map(({ message }) => message).join()).toContain("no frame");
});

test("a connection comes back after a pause that grows, and never at once", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("endpoint-refused", { code: 1, times: 3 });
  fixture.feishu.disconnect();
  await until("the new connection", () => fixture.feishu.connections() === 1);
  const waits = fixture.clock.waits.filter((wait) => wait <= 10_000);
  expect(waits.every((wait) => wait >= 1000)).toBe(true);
  expect(Math.max(...waits)).toBeGreaterThanOrEqual(3500);
  await fixture.feishu.say({ from: USER, text: "still here?" });
  await until("the message", () => fixture.received.length === 1);
});

test("after as many failed connections as the platform allows, the host sees the failure", async () => {
  await using fixture = await openFixture({ clientConfig: { ReconnectCount: 2 } });
  await fixture.started();
  const refused = fixture.feishu.fault("endpoint-refused", { code: 1, times: Infinity });
  fixture.feishu.disconnect();
  await until("the failure", () => fixture.refusals.length > 0);
  expect(fixture.refusals[0]).toMatchObject({ code: "PLATFORM_UNAVAILABLE" });
  expect(refused.hits).toBe(2);
});

test("a connection on which nothing comes any more is made anew", async () => {
  await using fixture = await openFixture({ clientConfig: { PingInterval: 1 } });
  const silent = fixture.feishu.fault("silent-socket");
  await fixture.started();
  await until("a second connection", () => endpoints(fixture) > 1);
  silent.end();
  expect(silent.hits).toBeGreaterThan(0);
  // Two pings and ten seconds.
  expect(fixture.clock.waits).toContain(12_000);
});

test("a refusal while it runs ends receiving and tells the host once", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("revoked-credentials");
  fixture.feishu.disconnect();
  await until("the failure", () => fixture.refusals.length > 0);
  expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]);
  for (const line of fixture.logger.lines) assertNoSecret(line, fixture.secrets, "a log line");
});

test("the address is asked for as the official client asks", async () => {
  const asked = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/endpoint") === true) {
      const { locale, "content-type": type } = request.headers;
      asked.resolve(json(request).then((body) => [locale, type, body]));
    }
    response.end(JSON.stringify({ code: 0, tenant_access_token: "t-1", expire: 7200 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await using fixture = await openFixture();
  const binding = { appId: "cli_0123456789abcdef", appSecret: "a-secret" };
  const adapter = fixture.adapter({ ...binding, apiBase: `http://127.0.0.1:${port}` });
  await adapter.start(async () => {});
  expect(await asked.promise).toEqual([
    "zh",
    "application/json",
    { AppID: binding.appId, AppSecret: binding.appSecret },
  ]);
  await adapter.stop();
  server.close();
});

test.each(["1.5", "1e400", "-", "99999999999999999999"])(
  "an address with a service_id that no frame can hold costs one connection: %s",
  async (wrong) => {
    await using fixture = await openFixture();
    let isFirst = true;
    // A gateway that names a wrong service once; the simulator refuses its frames.
    await using gateway = await serveRequests(async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.text();
      const answer = await fetch(fixture.feishu.baseUrl + pathname + search, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      if (!pathname.endsWith("/endpoint") || !isFirst) return new Response(text);
      isFirst = false;
      return new Response(text.replace(/service_id=\d+/, `service_id=${wrong}`));
    });
    await fixture.started({ apiBase: gateway.url });
    await until("a second connection", () => endpoints(fixture) === 2);
    await fixture.feishu.say({ from: USER, text: "hello" });
    await until("the acknowledgement", () => fixture.feishu.pending() === 0);
    expect(fixture.received[0]?.message.text).toBe("hello");
  },
);

test("a ping goes out at once, whatever the rhythm", async () => {
  await using fixture = await openFixture();
  const silent = fixture.feishu.fault("silent-socket");
  await fixture.started({ clock: { now: Date.now, after: () => () => {} } });
  await until("the ping", () => silent.hits > 0);
  expect(silent.hits).toBe(1);
});

test("ids beyond 2^53 go back exactly", async () => {
  await using fixture = await openFixture({ exactAcks: true });
  await fixture.started();
  for (const text of ["1", "2", "3"]) await fixture.feishu.say({ from: USER, text });
  await until("the acknowledgements", () => fixture.feishu.pending() === 0);
  // A wrong one would have ended the connection.
  expect([fixture.received.length, endpoints(fixture)]).toEqual([3, 1]);
});

test("what the platform says beside events is not answered, and bad fragments are dropped", async () => {
  // No event comes again because a busy machine has acknowledged it late.
  await using fixture = await openFixture({ redeliveryMs: 60_000 });
  await fixture.started();
  fixture.feishu.fault("other-frames");
  fixture.feishu.fault("bad-fragments");
  const { id } = await fixture.feishu.say({ from: USER, text: "hello" });
  await until("the acknowledgement", () => fixture.feishu.pending() === 0);
  expect(fixture.received.map((incoming) => incoming.id)).toEqual([id]);
  // Five of them; the first is logged.
  expect(lines(fixture).split("a fragment is dropped")).toHaveLength(2);
  expect(endpoints(fixture)).toBe(1);
});

test.each([1e-9, 1e300])("no server has it ping every %s s", async (PingInterval) => {
  await using fixture = await openFixture({ clientConfig: { PingInterval } });
  await fixture.started();
  await fixture.feishu.say({ from: USER, text: "hello" });
  await until("the message", () => fixture.received.length > 0);
  const pings = fixture.clock.waits.filter((ms) => ms === 1000 || ms === 3_600_000);
  expect(pings).not.toEqual([]);
  expect(Math.min(...fixture.clock.waits)).toBeGreaterThanOrEqual(1000);
});

test("a pong changes the rhythm, by what makes sense in it", async () => {
  await using fixture = await openFixture({ clientConfig: { PingInterval: 1 } });
  await fixture.started();
  fixture.feishu.setClientConfig({ PingInterval: 7 });
  await until("the new rhythm", () => fixture.clock.waits.includes(7000));
  fixture.feishu.setClientConfig({ PingInterval: -3, ReconnectCount: 0, ReconnectInterval: NaN });
  // The ping that is due, another one whose pong has -3, and one after it.
  await until("three pings", () => fixture.clock.waits.filter((ms) => ms === 7000).length > 2);
  // When the first is acknowledged, the ping before it has come; the second one comes behind its pong.
  for (const text of ["one", "two"]) {
    await fixture.feishu.say({ from: USER, text });
    await until("the acknowledgement", () => fixture.feishu.pending() === 0);
  }
  expect(fixture.refusals).toEqual([]);
  fixture.feishu.disconnect();
  await until("the end, without another try", () => fixture.refusals.length > 0);
  expect(endpoints(fixture)).toBe(1);
});

const FAILURES = [
  ["endpoint-refused", { code: 1 }],
  ["endpoint-refused", { code: 1000040343 }],
  ["endpoint-refused", { code: 0 }],
  ["garbled", { method: "endpoint" }],
  ["server-error", { method: "endpoint" }],
  ["drop-connection", { method: "endpoint" }],
  ["handshake-refused", { status: 500 }],
  ["handshake-refused", { status: 514, authErrCode: 1000040343 }],
] as const;

test.each(FAILURES)("a start that fails for now is tried again: %s %o", async (name, options) => {
  await using fixture = await openFixture();
  const fault = fixture.feishu.fault(name, { ...options });
  await fixture.started();
  await until("the connection", () => fixture.feishu.connections() === 1);
  expect(fault.hits).toBe(1);
  expect(fixture.clock.waits).toContain(1000);
});

test.each([
  ["endpoint-refused", { code: 403 }, "PLATFORM_FORBIDDEN"],
  ["endpoint-refused", { code: 514 }, "PLATFORM_UNAUTHORIZED"],
  ["handshake-refused", { status: 403 }, "PLATFORM_FORBIDDEN"],
  ["handshake-refused", { status: 514 }, "PLATFORM_UNAUTHORIZED"],
  ["handshake-refused", { status: 514, authErrCode: 99991662 }, "PLATFORM_FORBIDDEN"],
] as const)("a start that the platform refuses rejects: %s %o", async (name, options, code) => {
  await using fixture = await openFixture();
  // Not once: on a slow machine, a handshake that the clock of the test has timed out is tried again.
  fixture.feishu.fault(name, { times: Infinity, ...options });
  await expect(fixture.started()).rejects.toMatchObject({ code });
});

test.each([
  ["endpoint-refused", { code: 1000040350 }],
  ["handshake-refused", { status: 514, authErrCode: 1000040350 }],
] as const)("too many connections: waits a minute, and says so: %s", async (name, options) => {
  await using fixture = await openFixture();
  fixture.feishu.fault(name, { ...options });
  await fixture.started();
  await until("the connection", () => fixture.feishu.connections() === 1);
  expect(fixture.clock.waits).toContain(60_000);
  expect(lines(fixture)).toContain("connection is lost");
});

test("a handshake that is refused while it runs ends receiving and tells the host", async () => {
  await using fixture = await openFixture();
  await fixture.started();
  fixture.feishu.fault("handshake-refused", { status: 514 });
  fixture.feishu.disconnect();
  await until("the failure", () => fixture.refusals.length > 0);
  expect(fixture.refusals).toMatchObject([
    { code: "PLATFORM_UNAUTHORIZED", message: expect.stringContaining("514") },
  ]);
});

test("the first pause is random, short after a good connection; the next ones grow from 1 s", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  try {
    await using fixture = await openFixture({ clientConfig: { ReconnectNonce: 60 } });
    const fast = createFastClock();
    let later = 0;
    await fixture.started({ clock: { ...fast, now: () => fast.now() + later } });
    // An open connection waits for its next ping.
    const opened = (): number => fast.waits.filter((ms) => ms === 120_000).length;
    const waitsAfter = async (cut: () => void): Promise<readonly number[]> => {
      const [before, from] = [opened(), fast.waits.length];
      cut();
      await until("a new connection", () => opened() > before);
      return fast.waits.slice(from).filter((ms) => ms <= 30_000 && ms !== 15_000);
    };
    const cut = (): void => fixture.feishu.disconnect();
    expect(await waitsAfter(cut)).toContain(30_000);
    fixture.feishu.fault("endpoint-refused", { code: 1 });
    expect(await waitsAfter(cut)).toEqual(expect.arrayContaining([1000, 2000]));
    later += 61_000;
    expect(await waitsAfter(cut)).toContain(2500);
    expect(await waitsAfter(cut)).toContain(1000);
  } finally {
    vi.restoreAllMocks();
  }
});
