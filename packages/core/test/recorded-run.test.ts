import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type CallUsage,
  formatRecordedRun,
  OPERATIONS,
  parseRecordedRun,
  PluginError,
  type RecordedRun,
  rerunRecord,
  toRecordedRun,
} from "../src/index.ts";
import { performOperation } from "../src/calls/perform.ts";

const PICTURE = new Uint8Array(1000).map((_, index) => index % 251);
const SHA256 = createHash("sha256").update(PICTURE).digest("hex");

/** A run that was given a picture, downloaded it once more and sent it back. */
function runWith(bytes: Uint8Array, small: Uint8Array = new Uint8Array([1, 2])): RecordedRun {
  const picture = (): Uint8Array => new Uint8Array(bytes);
  const call = { callId: "1/a/echo", outcome: { order: 0, at: 0, ok: true, value: null } } as const;
  return {
    format: "botwright-run",
    formatVersion: 1,
    plugin: { slug: "echo", version: "" },
    callId: "1/a/echo",
    platform: "telegram",
    variant: "multi",
    context: {
      msg: {
        type: "image",
        text: "",
        from: "ann",
        to: "bot",
        timestamp: 0,
        contextToken: "",
        messageId: 1,
        raw: {},
      },
      config: { $media: "a setting", $bytes: "AAAA", $object: {} },
      botDbId: 1,
      userId: 1,
      mediaBuffer: picture(),
    },
    calls: [
      {
        ...call,
        sequence: 0,
        operation: "bot.downloadImage",
        args: [],
        outcome: { ...call.outcome, value: picture() },
      },
      { ...call, sequence: 1, operation: "bot.sendImage", args: ["ann", picture()] },
      { ...call, sequence: 2, operation: "fetch", args: ["https://a.example/", {}, picture()] },
      { ...call, sequence: 3, operation: "storage.set", args: ["key", { $media: small }] },
    ],
    outcome: { status: "handled" },
  };
}

/** The written form, as a reader of JSON sees it. */
interface Written {
  media: Record<string, string>;
  context: { mediaBuffer: unknown };
  calls: { args: unknown[]; outcome: { value: unknown } }[];
}

async function written(run: RecordedRun): Promise<Written> {
  return JSON.parse(await formatRecordedRun(run));
}

test("bytes stand once beside the record, which names them by hash, length and type", async () => {
  const { media, context, calls } = await written(runWith(PICTURE));
  expect(media).toEqual({ [SHA256]: Buffer.from(PICTURE).toString("base64") });
  const image = { $media: { sha256: SHA256, length: 1000, type: "image" } };
  expect(context.mediaBuffer).toEqual(image);
  expect(calls.map(({ args, outcome }) => [args.at(-1), outcome.value])).toEqual([
    [undefined, image],
    [image, null],
    [{ $media: { sha256: SHA256, length: 1000, type: "binary" } }, null],
    [{ $object: { $media: { $bytes: "AQI=" } } }, null],
  ]);
});

test.each([0, 1, 256, 257])(
  "a run with bytes of the length %i is read as it was",
  async (length) => {
    const run = runWith(PICTURE.slice(0, length), PICTURE.slice(0, length));
    expect(parseRecordedRun(await formatRecordedRun(run))).toEqual(run);
  },
);

test("a record is indented for people, unless that would make it many times larger", async () => {
  const run = runWith(PICTURE);
  expect(await formatRecordedRun(run)).toContain('\n  "format": "botwright-run"');
  let deep: unknown = Array.from({ length: 10_000 }, () => 1);
  for (let level = 0; level < 200; level++) deep = [deep];
  const large = { ...run, context: { ...run.context, config: { deep } } };
  const text = await formatRecordedRun(large);
  expect(text.length).toBeLessThan(100_000);
  expect(parseRecordedRun(text)).toEqual(large);
});

/** Counts the turns that the event loop has until the work is done. */
async function turnsOf<Result>(work: Promise<Result>): Promise<{ turns: number; result: Result }> {
  let [turns, isOver] = [0, false];
  const next = (): void => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const result = await work;
  isOver = true;
  return { turns, result };
}

test("a large run is recorded, written and run again with turns of the event loop in between", async () => {
  const { outcome, calls, ...run } = runWith(new Uint8Array(4_000_000));
  const text = "a1b2 ".repeat(200_000);
  const large = Array.from({ length: 4 }, (_, at) => ({
    callId: run.callId,
    sequence: calls.length + at,
    operation: "storage.set" as const,
    args: ["key", text],
  }));
  const meta = { config_schema: [{ key: "pin", label: "PIN", type: "password" as const }] };
  const context = { ...run.context, config: { pin: "s3cr3t" } };
  const observed = { ...run, meta, context, outcome, attempts: [], calls: [...calls, ...large] };
  const recording = await turnsOf(toRecordedRun(observed));
  expect(recording.result.calls.map(({ args }) => args[1]).slice(-4)).toEqual(Array(4).fill(text));
  // A mebibyte has a turn at least.
  expect(recording.turns).toBeGreaterThan(7);
  const writing = await turnsOf(formatRecordedRun(recording.result));
  expect(writing.turns).toBeGreaterThan(8);
  expect(await formatRecordedRun(parseRecordedRun(writing.result))).toBe(writing.result);
  const plugin = { version: "", handler: async () => ({ handled: true }) };
  expect((await turnsOf(rerunRecord(recording.result, plugin))).turns).toBeGreaterThan(3);
});

test("a picture that is used often is in memory once", async () => {
  const { context, calls } = parseRecordedRun(await formatRecordedRun(runWith(PICTURE)));
  expect(calls[1]?.args[1]).toBe(context.mediaBuffer);
});

test("a byte order mark before a record is none of it", async () => {
  const run = runWith(PICTURE);
  expect(parseRecordedRun(`\uFEFF${await formatRecordedRun(run)}`)).toEqual(run);
});

test("a record of another version says which one is read", async () => {
  const run = { ...(await written(runWith(PICTURE))), formatVersion: 2 };
  expect(() => parseRecordedRun(JSON.stringify(run))).toThrow(
    "a recorded run must have the formatVersion 1, not 2: use the version of Botwright that recorded it, or record it again",
  );
});

describe("what does not fit is refused:", () => {
  const reference = { sha256: SHA256, length: 1000, type: "image" };

  test.each([
    {
      what: "a changed byte",
      change: ({ media }: Written) => {
        media[SHA256] = Buffer.from(PICTURE.with(500, 1)).toString("base64");
      },
      code: "MEDIA_CHANGED",
    },
    {
      what: "a byte less",
      change: ({ media }: Written) => {
        media[SHA256] = Buffer.from(PICTURE.slice(1)).toString("base64");
      },
      code: "MEDIA_CHANGED",
    },
    {
      what: "another length",
      change: ({ context }: Written) => {
        context.mediaBuffer = { $media: { ...reference, length: 999 } };
      },
      code: "MEDIA_CHANGED",
    },
    {
      what: "no media",
      change: (run: Partial<Written>) => delete run.media,
      code: "MEDIA_MISSING",
    },
    {
      what: "a name of Object's prototype",
      change: ({ context }: Written) => {
        context.mediaBuffer = { $media: { ...reference, sha256: "constructor" } };
      },
      code: "MEDIA_MISSING",
    },
    {
      what: "a text for the media",
      change: (run: { media: unknown }) => {
        run.media = "none";
      },
      code: "MEDIA_MISSING",
    },
    {
      what: "no reference",
      change: ({ context }: Written) => {
        context.mediaBuffer = { $media: SHA256 };
      },
      code: "INVALID_INPUT",
    },
    {
      what: "bytes where none belong",
      change: (run: { callId?: unknown }) => {
        run.callId = { $media: reference };
      },
      code: "INVALID_INPUT",
    },
  ])("$what", async ({ change, code }) => {
    const run = await written(runWith(PICTURE));
    change(run);
    expect(() => parseRecordedRun(JSON.stringify(run))).toThrow(
      expect.objectContaining({ name: "InvalidInputError", code }),
    );
  });

  const deep = 200_000;
  test.each([
    ["null", "null"],
    ["a number", "1"],
    ["a list", "[]"],
    ["a text", '"text"'],
    ["no JSON", "{"],
    ["more levels than the stack has room for", `{"calls":${"[".repeat(deep)}${"]".repeat(deep)}}`],
  ])("%s", (_what, text) => {
    expect(() => parseRecordedRun(text)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});

test("a rerun that asks its services itself is refused by every operation of the table", async () => {
  const answers: Record<string, unknown> = {};
  const names = Object.keys(OPERATIONS).filter(
    (name) => name !== "fetch" && !name.startsWith("bot."),
  );
  await rerunRecord(runWith(PICTURE), {
    async handler(context) {
      for (const name of names) {
        for (const effect of [undefined, { key: "1/a/echo/0", isRepeat: false }]) {
          answers[name] = await performOperation(context, name, ["key"], effect).catch(String);
        }
      }
      return { handled: true };
    },
  });
  const refusal = "Error: A replay does nothing but read its record";
  expect(answers).toEqual(Object.fromEntries(names.map((name) => [name, refusal])));
});

test.each([
  ["that a limit ended in the middle is the same with another", "SANDBOX_FETCH_LIMIT", true],
  ["whose handler threw is another one with another", "PLUGIN_ERROR", false],
])("a rerun %s use of memory", async (_what, code, same) => {
  const error = { code, message: "the end" };
  const usage: CallUsage = {
    cpuMs: 1,
    gas: 3,
    jobs: 2,
    memoryBytes: 65_536,
    hostCalls: 0,
    sends: 0,
    fetches: 0,
    bytesIn: 1,
    bytesOut: 1,
    time: { totalMs: 1, queuedMs: 0, runningMs: 1, waitingMs: 0 },
    operations: {},
  };
  const run = {
    ...runWith(PICTURE),
    calls: [],
    outcome: { status: "failed" as const, error, usage },
  };
  const rerun = await rerunRecord(run, {
    version: "",
    async handler(_context, call) {
      call.onUsage?.({ ...usage, memoryBytes: 131_072 });
      throw new PluginError(error.message, { code });
    },
  });
  expect(rerun.same).toBe(same);
});
