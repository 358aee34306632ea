import { createHash } from "node:crypto";
import {
  completeMediaItem,
  createRedactor,
  cleanCause,
  extensionOf,
  isSameSecret,
  toMessageId,
  toQuoteFields,
} from "@botwright/adapter-kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("toMessageId", () => {
  test.each([
    ["om_0123456789abcdef0123456789abcdef", 4_066_167_191_618_584],
    ["7312345678901234567", 99_718_618_701_302],
    ["9007199254740992", 6_984_352_457_745_639],
    ["msgABCDEF==", 5_417_155_058_060_927],
    ["42", 42],
    ["0", 0],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ])("%s is %d", (id, expected) => {
    expect(toMessageId(id)).toBe(expected);
  });

  // spec: message.message-id
  test("hashes what is not written as a plain number", () => {
    for (const id of ["042", "-1", "1.0", "1e3", " 1"])
      expect(toMessageId(id)).not.toBe(Number(id));
  });

  // spec: message.message-id
  test("is always a safe integer", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (id) => {
        expect(toMessageId(id)).toSatisfy(Number.isSafeInteger);
      }),
    );
  });
});

describe("toQuoteFields", () => {
  const item = { id: 1 };

  // spec: message.text-with-quote, message.quoted-message
  test("puts the sender before the quoted text, but not into the bracket", () => {
    expect(toQuoteFields({ title: "Ann", text: "three?", item }, "yes")).toEqual({
      quotedMessage: { title: "Ann", text: "Ann | three?", item },
      textWithQuote: "[引用: three?]\nyes",
    });
  });

  test("does without a sender, and without a text", () => {
    expect(toQuoteFields({ title: "", text: "three?", item }, "yes").quotedMessage.text).toBe(
      "three?",
    );
    expect(toQuoteFields({ title: "Ann", text: undefined, item }, "yes")).toEqual({
      quotedMessage: { title: "Ann", text: "", item },
    });
  });
});

describe("createRedactor", () => {
  test("finds secrets as they are and as they look in a URL or in JSON", () => {
    const redact = createRedactor(["12:a/b", 'say "hi"', ""]);
    expect(redact("GET /bot12:a/b/getMe")).toBe("GET /bot[redacted]/getMe");
    expect(redact("GET /?token=12%3Aa%2Fb")).toBe("GET /?token=[redacted]");
    expect(redact(JSON.stringify({ key: 'say "hi"' }))).toBe('{"key":"[redacted]"}');
    expect(redact("nothing to hide")).toBe("nothing to hide");
  });

  test("leaves no rest of a secret that contains another", () => {
    expect(createRedactor(["abc", "12:abc"])("x 12:abc y abc")).toBe("x [redacted] y [redacted]");
  });

  test("makes causes safe to keep: names, codes and texts of the whole chain", () => {
    const root = Object.assign(new Error("connect to s3cret failed"), { code: "ECONNRESET" });
    const top = Object.assign(new TypeError("GET /s3cret", { cause: root }), { url: "/s3cret" });
    const clean = cleanCause(top, createRedactor(["s3cret"]));
    expect(clean).toMatchObject({
      name: "TypeError",
      message: "GET /[redacted]",
      cause: { message: "connect to [redacted] failed", code: "ECONNRESET" },
    });
    expect(clean).not.toHaveProperty("url");
    expect(cleanCause("a thrown s3cret", createRedactor(["s3cret"])).message).toBe(
      "a thrown [redacted]",
    );
  });

  test("ends at causes that go round in a circle", () => {
    const error = new Error("round");
    error.cause = error;
    expect(cleanCause(error, (text) => text).message).toBe("round");
  });
});

test("isSameSecret compares whole texts of any length", () => {
  expect(isSameSecret("secret", "secret")).toBe(true);
  expect(isSameSecret("secret ", "secret")).toBe(false);
  expect(isSameSecret("", "secret")).toBe(false);
});

test("extensionOf knows usual MIME types, with parameters and in any case", () => {
  expect(extensionOf("application/pdf")).toBe(".pdf");
  expect(extensionOf("Text/Plain; charset=utf-8")).toBe(".txt");
  expect(extensionOf("application/x-unheard-of")).toBe("");
  expect(extensionOf("")).toBe("");
});

test("completeMediaItem fills in what is unknown and leaves what is known", async () => {
  const bytes = Buffer.from("hello");
  const media = { encrypt_query_param: "r" };
  const file = { file_name: "a", len: 0, md5: "", media };
  expect(await completeMediaItem(file, bytes)).toEqual({
    ...file,
    len: 5,
    md5: createHash("md5").update(bytes).digest("hex"),
  });
  expect(file.len).toBe(0);
  const known = { file_name: "a", len: 7, md5: "given", media };
  expect(await completeMediaItem(known, bytes)).toBe(known);
  const image = { thumb_width: 1, thumb_height: 1, mid_size: 0, media };
  expect(await completeMediaItem(image, bytes)).toEqual({ ...image, mid_size: 5 });
  const video = { play_length: 1, video_size: 0, thumb_width: 0, thumb_height: 0, media };
  expect(await completeMediaItem(video, bytes)).toEqual({ ...video, video_size: 5 });
});
