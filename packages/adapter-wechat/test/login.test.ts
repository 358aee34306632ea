import { assertNoSecret } from "@botwright/adapter-kit/contract";
import { type Clock, describeError } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER } from "./wechat.ts";

/** No account is logged in, and status polls are short. */
const openUnbound = (): Promise<Fixture> => openFixture({ holdMs: 200 }, false);

async function expectToReceive(fixture: Fixture): Promise<void> {
  await fixture.wechat.say({ from: USER, text: "are you there?" });
  await vi.waitFor(() => expect(fixture.received).toHaveLength(1));
}

/** The error code that a start ends with. */
async function refusalOf(start: Promise<unknown>): Promise<string> {
  return start.then(
    () => "no error",
    (error: unknown) => describeError(error).code,
  );
}

test("shows a code, waits for scan and confirmation, and receives", async () => {
  await using fixture = await openUnbound();
  const events: string[] = [];
  await fixture.started({
    login: {
      onQr({ content, attempt }) {
        events.push(`code ${attempt}`);
        expect(content).toMatch(/^https:\/\//);
        fixture.wechat.scan();
      },
      onScanned() {
        events.push("scanned");
        fixture.wechat.confirm();
      },
    },
  });
  expect(events).toEqual(["code 1", "scanned"]);
  await expectToReceive(fixture);
});

test("needs no code after a restart", async () => {
  await using fixture = await openUnbound();
  let codes = 0;
  const login = {
    onQr() {
      codes++;
      fixture.wechat.confirm();
    },
  };
  const first = await fixture.started({ login });
  await first.stop();
  await fixture.started({ login });
  await expectToReceive(fixture);
  expect(codes).toBe(1);
  expect(fixture.wechat.requests().filter(({ call }) => call === "msg/notifystop")).toHaveLength(1);
});

test("shows new codes for old ones, three in all", async () => {
  await using fixture = await openUnbound();
  const attempts: number[] = [];
  const start = fixture.started({
    login: {
      onQr({ attempt }) {
        attempts.push(attempt);
        fixture.wechat.expire();
      },
    },
  });
  expect(await refusalOf(start)).toBe("PLATFORM_UNAUTHORIZED");
  expect(attempts).toEqual([1, 2, 3]);
  expect(fixture.clock.waits).toEqual([1000, 1000]);
});

test("asks for the digits that the phone shows, again when they are wrong", async () => {
  await using fixture = await openUnbound();
  const asked: boolean[] = [];
  await fixture.started({
    login: {
      onQr: () => fixture.wechat.scan({ verifyCode: "42" }),
      onScanned: () => void fixture.wechat.confirm(),
      async askVerifyCode(isWrong) {
        asked.push(isWrong);
        return isWrong ? "42" : "24";
      },
    },
  });
  expect(asked).toEqual([false, true]);
  const statuses = fixture.wechat.requests().filter(({ call }) => call === "get_qrcode_status");
  expect(statuses.map(({ params }) => params["verify_code"])).toEqual([
    undefined,
    "24",
    "42",
    undefined,
  ]);
  // Only after "scanned": who has typed digits has waited enough.
  expect(fixture.clock.waits.filter((ms) => ms === 1000)).toHaveLength(1);
  await expectToReceive(fixture);
});

test("shows a new code when too many wrong digits were given", async () => {
  await using fixture = await openUnbound();
  const attempts: number[] = [];
  await fixture.started({
    login: {
      onQr({ attempt }) {
        attempts.push(attempt);
        if (attempt === 1) fixture.wechat.scan({ verifyCode: "42" });
        else fixture.wechat.confirm();
      },
      askVerifyCode: async () => "24",
    },
  });
  expect(attempts).toEqual([1, 2]);
  await expectToReceive(fixture);
});

test("rejects naming login.askVerifyCode when the phone asks for digits and the option is missing", async () => {
  await using fixture = await openUnbound();
  const login = { onQr: () => fixture.wechat.scan({ verifyCode: "42" }) };
  await expect(fixture.started({ login })).rejects.toThrow("login.askVerifyCode");
});

test("goes on at the host that the server names", async () => {
  await using fixture = await openUnbound();
  let scans = 0;
  await fixture.started({
    trustedHosts: [fixture.wechat.redirectUrl],
    login: {
      onQr: () => fixture.wechat.scan({ redirect: true }),
      onScanned() {
        scans++;
        fixture.wechat.confirm();
      },
    },
  });
  expect(scans).toBe(1);
  await expectToReceive(fixture);
});

test("does not bind a bot twice", async () => {
  await using fixture = await openUnbound();
  const { token } = fixture.wechat.bind();
  const login = { knownTokens: [token], onQr: () => void fixture.wechat.confirm() };
  const error: unknown = await fixture.started({ login }).catch((thrown: unknown) => thrown);
  expect(describeError(error).code).toBe("PLATFORM_CONFLICT");
  assertNoSecret(error, [token], "the error");
  assertNoSecret(fixture.wechat.requests(), [token], "the log of requests");
});

test("waits out errors of the status, and ends when it is stopped", async () => {
  await using fixture = await openUnbound();
  fixture.wechat.fault("server-error", { method: "get_qrcode_status", status: 524, times: 2 });
  fixture.wechat.fault("drop-connection", { method: "get_qrcode_status" });
  fixture.wechat.fault("garbled", { method: "get_qrcode_status" });
  const shown = Promise.withResolvers<void>();
  const adapter = fixture.adapter({ login: { onQr: () => shown.resolve() } });
  const start = refusalOf(adapter.start(async () => {}));
  await shown.promise;
  await vi.waitFor(() => {
    const polls = fixture.wechat.requests().filter(({ call }) => call === "get_qrcode_status");
    expect(polls.length).toBeGreaterThan(4);
  });
  await adapter.stop();
  expect(await start).toBe("NETWORK_ABORTED");
});

test.each<[where: string, scan: { redirect?: boolean }]>([
  // The simulator calls itself by another name there.
  ["the status of a code", { redirect: true }],
  ["the calls of the bot", {}],
])("goes nowhere else for %s", async (_where, scan) => {
  await using fixture = await openUnbound();
  const { baseUrl } = fixture.wechat;
  const login = {
    onQr() {
      fixture.wechat.scan(scan);
      fixture.wechat.confirm();
    },
  };
  const apiBase = scan.redirect === true ? baseUrl : baseUrl.replace("127.0.0.1", "localhost");
  const cdnBase = "https://novac2c.cdn.weixin.qq.com/c2c";
  expect(await refusalOf(fixture.started({ login, apiBase, cdnBase }))).toBe(
    "PLATFORM_UNTRUSTED_ADDRESS",
  );
});

test("ends the login when the user has not confirmed it within eight minutes", async () => {
  await using fixture = await openUnbound();
  let later = 0;
  const attempts: number[] = [];
  const clock: Clock = {
    now: () => Date.now() + later,
    after: (ms, run) => fixture.clock.after(ms, run),
  };
  const login = {
    onQr({ attempt }: { attempt: number }) {
      attempts.push(attempt);
      later += 240_000;
      fixture.wechat.expire();
    },
  };
  expect(await refusalOf(fixture.started({ login, clock }))).toBe("PLATFORM_UNAUTHORIZED");
  expect(attempts).toEqual([1, 2]);
});

test("without a login and a session it says so", async () => {
  await using fixture = await openUnbound();
  expect(await refusalOf(fixture.started())).toBe("PLATFORM_UNAUTHORIZED");
  expect(await refusalOf(fixture.adapter().sendText(USER, "hi"))).toBe("PLATFORM_UNAUTHORIZED");
});

test("ends when another login takes its place, and can log in anew", async () => {
  await using fixture = await openUnbound();
  const login = { onQr: () => void fixture.wechat.confirm() };
  const adapter = await fixture.started({ login });
  const { token } = fixture.wechat.bind();
  await vi.waitFor(() =>
    expect(fixture.refusals).toMatchObject([{ code: "PLATFORM_UNAUTHORIZED" }]),
  );
  expect(await refusalOf(adapter.sendText(USER, "hi"))).toBe("PLATFORM_UNAUTHORIZED");
  await adapter.stop();
  await adapter.start(async (incoming) => fixture.received.push(incoming));
  await expectToReceive(fixture);
  assertNoSecret(fixture.logger.lines, [token], "the log");
});

test("a session that ended meanwhile leads to a new login", async () => {
  await using fixture = await openFixture({ holdMs: 200 });
  fixture.wechat.bind();
  let codes = 0;
  const login = {
    onQr() {
      codes++;
      fixture.wechat.confirm();
    },
  };
  await fixture.started({ login });
  expect(codes).toBe(1);
  await expectToReceive(fixture);
});
