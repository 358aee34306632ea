import { createHarness, type HarnessOptions, type Turn } from "../src/index.ts";
import { expect, test } from "vitest";

/** How a plugin's run ends in the sandbox and in the host. */
async function endsOf(body: string, options: HarnessOptions = {}): Promise<Turn[]> {
  const source = `export async function handler({ bot, msg, storage }) {
    ${body}
    return { handled: true };
  }`;
  const turns: Turn[] = [];
  for (const runIn of ["sandbox", "host"] as const) {
    await using harness = await createHarness(source, { ...options, runIn });
    turns.push(await harness.user().sendsImage(Buffer.from("picture")));
  }
  return turns;
}

const PAGES = { "https://api.example.com/*": { c: 7 } };

test.each([
  ["33 sends", "for (let n = 0; n < 33; n++) await bot.reply(msg, n);", "SANDBOX_SEND_LIMIT", 32],
  [
    "21 fetches",
    'for (let n = 0; n < 21; n++) await fetch("https://api.example.com/" + n);',
    "SANDBOX_FETCH_LIMIT",
    0,
  ],
  [
    "201 host calls",
    "for (let n = 0; n < 201; n++) await storage.get('key');",
    "SANDBOX_HOST_CALL_LIMIT",
    0,
  ],
])(
  "%s end a run with the same error in the sandbox and in the host",
  async (_, body, code, sent) => {
    const [inSandbox, inHost] = await endsOf(body, { fetch: PAGES });
    expect(inSandbox?.error).toMatchObject({
      code,
      message: expect.stringContaining(" of one call: "),
    });
    expect(inHost?.error).toEqual(inSandbox?.error);
    expect(inHost?.sends).toEqual(inSandbox?.sends);
    expect(inHost?.sends).toHaveLength(sent);
  },
);

test("the test's own limits hold in the host too", async () => {
  const options = { limits: { sends: 1, downloadBytes: 3 } };
  const body = `const code = await bot.downloadImage(msg.image).catch(({ code }) => code);
    await bot.reply(msg, code);
    await bot.reply(msg, "again");`;
  const [inSandbox, inHost] = await endsOf(body, options);
  expect(inSandbox?.replies).toEqual(["MEDIA_TOO_LARGE"]);
  expect(inHost?.replies).toEqual(inSandbox?.replies);
  expect(inSandbox?.error).toMatchObject({ code: "SANDBOX_SEND_LIMIT" });
  expect(inHost?.error).toEqual(inSandbox?.error);
});

const FETCHES = `const told = [];
  const tell = (promise) => promise.then((text) => told.push(text), ({ code, message }) => told.push(code + " " + message));
  const signal = AbortSignal.abort();
  const taken = new AbortController();
  await tell(fetch("https://api.example.com/moved").then(async ({ status, url, redirected, headers, json }) =>
    [status, url, redirected, headers.get("content-type")].join(" ")));
  await tell(fetch(new Request("https://api.example.com/a", { method: "POST", body: "b" })).then((it) => it.text()));
  await tell(fetch("https://api.example.com/empty").then(async (it) => it.status + (await it.text())));
  await tell(fetch("https://api.example.com/large"));
  await tell(fetch("https://api.example.com/broken"));
  await tell(fetch("https://api.example.com/a", { signal }));
  const slow = tell(fetch("https://api.example.com/slow", { signal: taken.signal }));
  await storage.get("key");
  taken.abort();
  await slow;
  await tell(fetch("http://api.example.com/a"));
  await bot.reply(msg, told.join("\\n"));`;

/** What a plugin asked and was answered; a sandbox also asks for the time and the randomness of the call. */
function askedBy(turn: Turn | undefined): { operation: string; args: unknown; answer: unknown }[] {
  const calls = turn?.calls.filter(({ operation }) => operation !== "call.start") ?? [];
  return calls.map(({ operation, args, outcome }) => {
    const { order: _order, ...answer } = outcome ?? {};
    return { operation, args, answer };
  });
}

test("a fetch in the host is a host call, with the outcomes that it has in the sandbox", async () => {
  const [inSandbox, inHost] = await endsOf(FETCHES, {
    limits: { fetchBytes: 100 },
    fetch: {
      "https://api.example.com/moved": Response.redirect("https://api.example.com/a", 301),
      "https://api.example.com/a": { c: 7 },
      "https://api.example.com/empty": new Response(null, { status: 204 }),
      "https://api.example.com/large": "x".repeat(101),
      "https://api.example.com/slow": () => new Promise(() => {}),
      "https://api.example.com/broken": new Error("connection reset"),
    },
  });
  expect(inSandbox?.error).toBeUndefined();
  expect(inHost?.replies).toEqual(inSandbox?.replies);
  expect(askedBy(inHost)).toEqual(askedBy(inSandbox));
  expect(askedBy(inHost).filter(({ operation }) => operation === "fetch")).toHaveLength(7);
});

test("a fetch while the file is loaded is refused, as in the sandbox", async () => {
  for (const runIn of ["sandbox", "host"] as const) {
    const source = `await fetch("https://api.example.com/"); export const handler = () => {};`;
    await expect(createHarness(source, { runIn, fetch: PAGES })).rejects.toThrow(
      "fetch works only inside of a handler",
    );
  }
});

test("dates in the host are those of the sandbox, and the time is the harness's", async () => {
  const [inSandbox, inHost] = await endsOf(`const day = new Date(2026, 0, 5, 7);
  class Day extends Date {}
  const shown = [
    day.getFullYear(), day.getMonth(), day.getHours(), new Date(null).getTime(), new Date(undefined).getTime(),
    new Date(7).getTime(), new Date("2026-01-05T00:00:00Z").toISOString(), Date.UTC(2026, 0), typeof Date(),
    new Date().getTime() === Date.now(), day instanceof Date, new Day(7) instanceof Day,
  ];
  await bot.reply(msg, shown.join(" "));`);
  expect(inSandbox?.replies).toEqual([
    "2026 0 7 0 NaN 7 2026-01-05T00:00:00.000Z 1767225600000 string true true true",
  ]);
  expect(inHost?.replies).toEqual(inSandbox?.replies);
});

test.each([
  { before: 0, length: 65_536, parts: 33 },
  { before: 31, length: 2001, parts: 2 },
])(
  "a text of $parts messages after $before sends is refused before its first message",
  async ({ before, length, parts }) => {
    const body = `for (let n = 0; n < ${before}; n++) await bot.reply(msg, n);
      await bot.reply(msg, "x".repeat(${length}));`;
    for (const { error, replies } of await endsOf(body, { platform: "wechat" })) {
      expect(error).toMatchObject({
        code: "SANDBOX_SEND_LIMIT",
        message: expect.stringContaining(`a text needs ${parts} messages on this platform`),
      });
      expect(replies).toHaveLength(before);
    }
  },
);
