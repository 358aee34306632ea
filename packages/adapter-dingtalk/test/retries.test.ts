import { createFastClock } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { expect, test, vi } from "vitest";
import { openFixture, type Fixture, USER, until } from "./dingtalk.ts";

type Act = (adapter: PlatformAdapter, fixture: Fixture) => Promise<unknown> | undefined;

const text: Act = (adapter) => adapter.sendText(USER, "hello");
const file: Act = (adapter) => adapter.sendFile?.(USER, Buffer.from("words"), "w.pdf");

/** Answers by the session of a message. */
const answer: Act = async (adapter, fixture) => {
  await adapter.start(async (incoming) => fixture.received.push(incoming));
  await fixture.dingtalk.say({ from: USER, text: "hello" });
  await until(() => expect(fixture.received).toHaveLength(1));
  const contextToken = fixture.received[0]?.message.contextToken ?? "";
  return adapter.sendText(USER, "answer", { contextToken });
};

const download: Act = async (adapter, fixture) => {
  await adapter.start(async (incoming) => fixture.received.push(incoming));
  await fixture.dingtalk.say({ from: USER, image: { bytes: Buffer.from("picture") } });
  await until(() => expect(fixture.received).toHaveLength(1));
  return adapter.downloadRaw(fixture.received[0]?.message.image?.media.encrypt_query_param ?? "");
};

interface Row {
  what: string;
  act: Act;
  /** The call that goes wrong, each time by default. */
  method: string;
  fault: (fixture: Fixture, method: string) => unknown;
  /** Between the tries, in milliseconds. */
  waits: number[];
  /** How it ends. @default sent */
  code?: string;
  /** How often the call is made. */
  calls: number;
}

const slow: Row["fault"] = ({ dingtalk }, method) =>
  dingtalk.fault("server-error", { times: 9, method });
const slowOnce: Row["fault"] = ({ dingtalk }, method) => dingtalk.fault("server-error", { method });
const cut: Row["fault"] = ({ dingtalk }, method) =>
  dingtalk.fault("drop-connection", { times: 9, method });
const limited: Row["fault"] = ({ dingtalk }, method) => dingtalk.fault("rate-limit", { method });
const refusedBy =
  (code: string | number, status = 400): Row["fault"] =>
  ({ dingtalk }, method) =>
    dingtalk.fault("refuse", { code, status, method, times: 9 });

const ALL = [1000, 2000, 4000];
const [UNAVAILABLE, FAILED] = ["PLATFORM_UNAVAILABLE", "NETWORK_FAILED"];

const rows: Row[] = [
  ...[
    { act: text, method: "accessToken" },
    { act: file, method: "upload" },
    { act: download, method: "download" },
  ].flatMap(({ act, method }) => [
    {
      what: "no answer in time",
      act,
      method,
      fault: slow,
      waits: ALL,
      code: UNAVAILABLE,
      calls: 4,
    },
    { what: "no answer in time once", act, method, fault: slowOnce, waits: [1000], calls: 2 },
    { what: "a broken connection", act, method, fault: cut, waits: ALL, code: FAILED, calls: 4 },
  ]),
  {
    what: "errcode 88 alone",
    act: file,
    method: "upload",
    fault: refusedBy(88),
    waits: ALL,
    code: UNAVAILABLE,
    calls: 4,
  },
  ...[slow, refusedBy("ServiceUnavailable", 504)].map((fault) => ({
    what: "no answer in time",
    act: text,
    method: "batchSend",
    fault,
    waits: [1000],
    code: UNAVAILABLE,
    calls: 2,
  })),
  {
    what: "a broken connection",
    act: text,
    method: "batchSend",
    fault: cut,
    waits: [],
    code: FAILED,
    calls: 1,
  },
  {
    what: "flow control",
    act: text,
    method: "batchSend",
    fault: limited,
    waits: [],
    code: "PLATFORM_RATE_LIMITED",
    calls: 1,
  },
  {
    what: "flow control",
    act: answer,
    method: "sendBySession",
    fault: limited,
    waits: [],
    code: "PLATFORM_RATE_LIMITED",
    calls: 1,
  },
  // Whatever is wrong with a session, the answer goes by batchSend.
  ...[slow, refusedBy(88)].map((fault) => ({
    what: "no answer in time",
    act: answer,
    method: "sendBySession",
    fault,
    waits: [1000],
    calls: 2,
  })),
  ...[300_005, 400_105, 40_035, 999_999].map((code) => ({
    what: `errcode ${code}`,
    act: answer,
    method: "sendBySession",
    fault: refusedBy(code),
    waits: [],
    calls: 1,
  })),
];

test.concurrent.each(rows)("$method, $what: $calls calls, $code", async (row) => {
  const clock = createFastClock();
  await using fixture = await openFixture();
  const { dingtalk } = fixture;
  dingtalk.introduce({ id: USER });
  const adapter = fixture.adapter({ clock });
  row.fault(fixture, row.method);
  const code = await Promise.resolve(row.act(adapter, fixture)).then(
    () => undefined,
    (error: unknown): unknown => Object(error)["code"],
  );
  expect(code).toBe(row.code);
  expect(fixture.calls(row.method)).toBe(row.calls);
  // The longer ones are of the connection, where there is one; on a slow machine it is opened again, too.
  const waits = clock.waits.filter((wait) => wait < 15_000);
  const isAlone = fixture.calls("connections/open") === 0;
  expect(isAlone ? waits : inOrder(row.waits, waits)).toEqual(row.waits);
  const isSent = row.code === undefined && row.act !== download;
  expect(dingtalk.sent()).toHaveLength(isSent ? 1 : 0);
});

/** Those of the numbers that come one after another in a list, whatever is between them. */
function inOrder(numbers: readonly number[], list: readonly number[]): number[] {
  let from = 0;
  return numbers.filter((number) => {
    const at = list.indexOf(number, from);
    if (at >= 0) from = at + 1;
    return at >= 0;
  });
}

test("a connection that cannot be made is tried again, for a send as well", async () => {
  const clock = createFastClock();
  await using fixture = await openFixture();
  const adapter = fixture.adapter({ clock });
  fixture.dingtalk.introduce({ id: USER });
  await adapter.sendText(USER, "hello");
  await fixture.dingtalk.close();
  // The connection that was kept may still have to be noticed as gone.
  await vi.waitFor(() =>
    expect(adapter.sendText(USER, "hello")).rejects.toMatchObject({
      code: "NETWORK_UNREACHABLE",
      deliveryUnknown: false,
    }),
  );
  expect(clock.waits).toEqual(ALL);
});

test("a token that is refused with 401 is renewed, and the call made once more", async () => {
  await using fixture = await openFixture();
  const adapter = await fixture.inChat();
  const refusal = { code: "InvalidAuthentication", status: 401, method: "batchSend" };
  fixture.dingtalk.fault("refuse", refusal);
  await adapter.sendText(USER, "hello");
  expect(fixture.calls("accessToken")).toBe(2);
  expect(fixture.dingtalk.sent()).toHaveLength(1);
  fixture.dingtalk.fault("refuse", { ...refusal, times: 2 });
  await expect(adapter.sendText(USER, "again")).rejects.toMatchObject({
    code: "PLATFORM_UNAUTHORIZED",
  });
  expect(fixture.calls("accessToken")).toBe(3);
});
