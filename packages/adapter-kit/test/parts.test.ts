import {
  resolveAdapterOptions,
  checkUploadSize,
  createSendText,
  isSafeSocketAddress,
  numberOf,
  objectsOf,
  parseExactJson,
  parseJson,
  retry,
  safeFilename,
  sniffExtension,
} from "@botwright/adapter-kit";
import { createManualClock, type SendOptions } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("what comes over a wire", () => {
  test("numbers may be written as text", () => {
    expect(["7", 7, "-14", "1.5"].map(numberOf)).toEqual([7, 7, -14, 1.5]);
    expect(["", "7 ", "1e3", Number.NaN, null, {}, true].map(numberOf)).toEqual(
      Array.from({ length: 7 }, () => 0),
    );
  });

  test("integers that a number cannot hold stay exact, texts are not touched", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.string(), (id, text) => {
        const json = `{"id":${id},"text":${JSON.stringify(text)}}`;
        const exact = Number.isSafeInteger(Number(id)) ? Number(id) : String(id);
        expect(parseExactJson(json)).toEqual({ id: exact, text });
      }),
    );
    expect([parseExactJson("{"), parseJson("{"), parseJson("[1]")]).toEqual([
      undefined,
      undefined,
      [1],
    ]);
  });

  test("the first integers that a number cannot hold are exact, also beside shorter ones", () => {
    const safe = Number.MAX_SAFE_INTEGER;
    const json = `[${safe},${-safe},9007199254740992,-9007199254740993,1,0.1234567890123456]`;
    expect(parseExactJson(json)).toEqual([
      safe,
      -safe,
      "9007199254740992",
      "-9007199254740993",
      1,
      0.1234567890123456,
    ]);
    expect(parseExactJson("[1e30,2.5,123456789012345]")).toEqual([1e30, 2.5, 123456789012345]);
  });

  test("an integer is exact wherever it stands in its text", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), (before, id) => {
        const json = `[${" ".repeat(before)}${id},1]`;
        expect(parseExactJson(json)).toEqual([String(id), 1]);
      }),
    );
  });

  test("of a list only the objects are taken", () => {
    expect(objectsOf([{ a: 1 }, 2, null, [3]])).toEqual([{ a: 1 }]);
    expect(objectsOf("list")).toEqual([]);
  });
});

describe("retry", () => {
  test("waits as long as the policy says, then ends with the last error", async () => {
    const clock = createManualClock();
    let calls = 0;
    const run = (): Promise<never> => Promise.reject(new Error(`failure ${++calls}`));
    const waits = [1000, 2000];
    const waitMs = (_error: unknown, failures: number): number | undefined => waits[failures];
    const error = retry(run, { waitMs, clock }).catch(String);
    for (const ms of waits) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(ms);
    }
    expect(await error).toContain("failure 3");
    expect(calls).toBe(3);
  });

  test("is ended by its signal", async () => {
    const controller = new AbortController();
    const result = retry(() => Promise.reject(new Error("down")), {
      waitMs: () => 60_000,
      signal: controller.signal,
    });
    setImmediate(() => controller.abort());
    await expect(result).rejects.toThrow("down");
  });
});

function setUpSendText() {
  const sent: { part: string; options: SendOptions }[] = [];
  const sendText = createSendText({
    limits: [{ unit: "utf16", max: 4 }],
    run: (_to, task) => task(),
    async send(_to, part, options) {
      sent.push({ part, options });
      return { status: "sent", id: `${sent.length}` };
    },
  });
  return { sent, sendText };
}

describe("createSendText", () => {
  test("sends the parts in order; each has a key of its own, and one quotes", async () => {
    const { sent, sendText } = setUpSendText();
    const receipt = await sendText("ann", "one two", { contextToken: "c", idempotencyKey: "k" });
    expect(receipt).toEqual({ status: "sent", id: "2" });
    expect(sent.map(({ part }) => part).join("")).toMatch(/^one ?two$/);
    expect(sent.map(({ options }) => options)).toEqual([
      { contextToken: "c", idempotencyKey: "k" },
      { contextToken: "c", idempotencyKey: "k#1", continuation: true },
    ]);
  });

  test("leaves a part of createBot, which fits, as it is: whole, with its key, its token and its place", async () => {
    const { sent, sendText } = setUpSendText();
    const options = { contextToken: "c", idempotencyKey: "k/1", continuation: true };
    await sendText("ann", "one", options);
    expect(sent).toEqual([{ part: "one", options }]);
  });

  test("begins no part of a text that was given up meanwhile", async () => {
    const aborter = new AbortController();
    const sent: string[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const sendText = createSendText({
      limits: [{ unit: "utf16", max: 4 }],
      run(_to, task, signal) {
        signals.push(signal);
        return task();
      },
      async send(_to, part) {
        sent.push(part);
        aborter.abort(new Error("given up"));
        return { status: "sent" };
      },
    });
    const { signal } = aborter;
    await expect(sendText("ann", "one two", { signal })).rejects.toThrow("given up");
    expect(sent).toEqual(["one "]);
    expect(signals).toEqual([signal]);
  });

  test("leaves out parts in which nothing can be seen, which a platform would refuse", async () => {
    const { sent, sendText } = setUpSendText();
    await sendText("ann", `${"\u200b".repeat(4)}one ${"\u2800".repeat(4)}two`, {
      contextToken: "c",
    });
    expect(sent.map(({ part }) => part)).toEqual(["one ", "two"]);
    expect(sent.map(({ options }) => options.continuation)).toEqual([undefined, true]);
  });

  test("ignores a blank text", async () => {
    const { sent, sendText } = setUpSendText();
    expect(await sendText("ann", " \n")).toEqual({ status: "ignored" });
    expect(sent).toEqual([]);
  });
});

function upload(length: number): void {
  const bytes = new Uint8Array(length);
  const call = { service: "Toy", call: "upload", redact: (text: string) => text };
  checkUploadSize({ ...call, bytes, min: 6, max: 10 });
}

describe("media", () => {
  test("are known by their first bytes", () => {
    const kinds = {
      "\x89PNG\r\n": ".png",
      "\xff\xd8\xff\xe0": ".jpg",
      GIF89a: ".gif",
      "RIFF....WEBPVP8 ": ".webp",
      "....ftypisom": ".mp4",
      "....ftypqt  ": ".mov",
      "....ftypheic": ".heic",
      "RIFF....WAVEfmt ": ".wav",
      OggS: ".ogg",
      "RIFF....": "",
      "MM\0*": ".tif",
      hello: "",
      "": "",
    };
    for (const [head, extension] of Object.entries(kinds)) {
      expect(sniffExtension(Buffer.from(head, "latin1"))).toBe(extension);
    }
  });

  test("that are too large or too small are refused before they are sent", () => {
    for (const length of [6, 10]) upload(length);
    expect(() => upload(11)).toThrow(
      expect.objectContaining({
        code: "MEDIA_TOO_LARGE",
        message: expect.stringContaining("11 bytes, but at most 10 can be sent"),
      }),
    );
    expect(() => upload(5)).toThrow(
      expect.objectContaining({
        code: "PLATFORM_BAD_REQUEST",
        message: expect.stringContaining("5 bytes, but at least 6 must be sent"),
      }),
    );
  });

  test("have names that can stand in a header", () => {
    expect(safeFilename('a"b\\c\r\nd.txt')).toBe("a_b_c__d.txt");
    expect(safeFilename("报告.pdf")).toBe("报告.pdf");
    expect(safeFilename("")).toBe("file");
  });

  test("have names that are no path, show their kind, and are not too long", () => {
    expect(safeFilename("../../etc/passwd")).toBe(".._.._etc_passwd");
    expect(safeFilename("a\u0000b\u202efdp.exe\u2028\u007f")).toBe("a_b_fdp.exe__");
    expect(["..", ".", "..", ""].map(safeFilename)).toEqual(["file", "file", "file", "file"]);
    for (const long of ["长".repeat(1e6), "😀".repeat(300), `${"x".repeat(1e6)}.pdf`]) {
      const safe = safeFilename(long);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(safe)).toBeGreaterThan(250);
      expect(safe.isWellFormed()).toBe(true);
    }
    expect(safeFilename(`${"x".repeat(1e6)}.pdf`)).toMatch(/^x+\.pdf$/);
  });
});

test("options get their defaults, and a base no slash at its end", () => {
  const parts = resolveAdapterOptions(
    { apiBase: "http://127.0.0.1:1//" },
    { apiBase: "https://api" },
  );
  expect(parts).toMatchObject({ apiBase: "http://127.0.0.1:1", requestTimeoutMs: 30_000 });
  expect(resolveAdapterOptions({}, { apiBase: "https://api/", requestTimeoutMs: 5 })).toMatchObject(
    {
      apiBase: "https://api",
      requestTimeoutMs: 5,
    },
  );
});

test.each([
  ["wss://a.example/connect", "https://api.example", true],
  ["ws://a.example/connect", "https://api.example", false],
  ["ws://127.0.0.1:1/", "http://127.0.0.1:2", true],
  ["https://a.example/", "https://api.example", false],
  ["wss://", "https://api.example", false],
])("a long connection to %s, which %s names, is safe: %s", (address, apiBase, expected) => {
  expect(isSafeSocketAddress(address, apiBase)).toBe(expected);
});
