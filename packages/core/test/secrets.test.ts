import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createRedactor,
  findOperation,
  isContextOperation,
  OPERATIONS,
  type Redactor,
  standInFor,
} from "../src/index.ts";

const META = {
  slug: "secretive",
  config_schema: [{ key: "key", label: "Key", type: "password" as const }],
};

/** A redactor that knows one secret, as the setting `key`. */
function knowing(secret: unknown): Redactor {
  const redactor = createRedactor();
  redactor.addConfig(META, { key: secret });
  return redactor;
}

/** What a replay runs with where the secret stood. */
function standInOf(redactor: Redactor): string {
  return standInFor("__secret.config.key__", redactor.secrets());
}

const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");
const escapeSlashes = (json: string): string => json.replaceAll("/", "\\/");

/** An address with this in its query. */
function addressWith(query: string): string {
  const url = new URL("https://example.com/");
  url.search = query;
  return url.href;
}

/** What plugins make of a text that holds a secret. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  encodeURIComponent: (text) => encodeURIComponent(text),
  encodeURI: (text) => encodeURI(text),
  "percent-encoding with small digits": (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  "the query of an address": (text) => addressWith(`text=${text}`),
  "encodeURIComponent in the query of an address": (text) =>
    addressWith(`text=${encodeURIComponent(text)}`),
  URLSearchParams: (text) => new URLSearchParams({ text }).toString(),
  JSON: (text) => JSON.stringify({ text }),
  "JSON with escaped slashes": (text) => escapeSlashes(JSON.stringify({ text })),
  hexadecimal: (text) => utf8(text).toString("hex"),
  HEXADECIMAL: (text) => utf8(text).toString("hex").toUpperCase(),
  Base64: (text) => utf8(text).toString("base64"),
  "Base64 without padding": (text) => utf8(text).toString("base64").replaceAll("=", ""),
  Base64url: (text) => utf8(text).toString("base64url"),
  "Base64 in an address": (text) => encodeURIComponent(utf8(text).toString("base64")),
};

const ascii = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
const secrets = fc.oneof(
  fc.string({ unit: "grapheme-ascii", minLength: 8, maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 8, maxLength: 20 }),
);

describe.each(Object.entries(ENCODINGS))("a secret within what was encoded: %s", (_, encode) => {
  test("becomes a placeholder, and what stands in for it is the same, encoded", () => {
    fc.assert(
      fc.property(ascii, secrets, ascii, (before, secret, behind) => {
        // Neighbours that may as well belong to the secret, or to its other encoding.
        fc.pre(!(before + behind).includes(secret.slice(0, 2)) && secret === secret.trim());
        fc.pre(!`${before}${behind}`.includes("\\"));
        fc.pre(/[a-f]/.test(utf8(secret).toString("hex")));
        const redactor = knowing(secret);
        const recorded = redactor.redact(encode(before + secret + behind));
        expect(recorded).toContain("__secret.config.key");
        expect(standInFor(recorded, redactor.secrets())).toBe(
          encode(before + standInOf(redactor) + behind),
        );
      }),
      { numRuns: 200 },
    );
  });
});

test("a secret in the path of an address becomes a placeholder", () => {
  const secret = "pa|ss wo[rd";
  const { href } = new URL(`https://example.com/bot${secret}/send`);
  expect(knowing(secret).redact(href)).toBe("https://example.com/bot__secret.config.key__/send");
});

test("placeholders name the encoding", () => {
  const redactor = knowing("s3cr3t!");
  expect(redactor.redact("s3cr3t!")).toBe("__secret.config.key__");
  expect(redactor.redact(encodeURIComponent("s3cr3t!?"))).toBe("__secret.config.key__%3F");
  expect(redactor.redact(utf8("s3cr3t!").toString("hex"))).toBe("__secret.config.key.hex__");
  expect(redactor.redact(utf8("ab|s3cr3t!ab").toString("base64"))).toBe(
    `${utf8("ab|").toString("base64")}__secret.config.key.base64__GFi`,
  );
  expect(redactor.redact(btoa("user:s3cr3t!"))).toBe("dXNlcjo__secret.config.key.base64-2__");
});

test.each([0, 1, 2])("no bit of it is left in Base64, with %i bytes before it", (offset) => {
  // Two secrets that differ in every bit leave the same record.
  const [one, other] = ["\u0000UUUUUUU\u0000", "\u007f*******\u007f"].map((secret) =>
    knowing(secret).redact(utf8(`${"x".repeat(offset)}${secret}y`).toString("base64")),
  );
  expect(one).toBe(other);
});

test("two secrets side by side share a character of Base64", () => {
  const redactor = createRedactor();
  redactor.addOutcome(
    { operation: "getPlatformCreds", args: ["feishu"] },
    { ok: true, value: { app_id: "cli_12345", app_secret: "geheim-78" } },
  );
  for (const between of ["", ":", "::"]) {
    const encoded = btoa(`x:cli_12345${between}geheim-78`);
    const recorded = redactor.redact(encoded);
    const [id, secret] = ["__secret.feishu.app_id__", "__secret.feishu.app_secret__"].map((text) =>
      standInFor(text, redactor.secrets()),
    );
    expect(standInFor(recorded, redactor.secrets())).toBe(btoa(`x:${id}${between}${secret}`));
  }
});

test("bytes are looked through like texts: the body of a request", () => {
  const redactor = knowing("gehéim/123");
  const body = new Uint8Array(utf8(JSON.stringify({ password: "gehéim/123" })));
  const picture = new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2]);
  const recorded = redactor.redact({ body, picture });
  expect(Buffer.from(recorded.body).toString()).toBe('{"password":"__secret.config.key__"}');
  expect(recorded.picture).toBe(picture);
  expect(Buffer.from(standInFor(recorded.body, redactor.secrets())).toString()).toBe(
    JSON.stringify({ password: standInOf(redactor) }),
  );
});

test("a secret does not change the placeholder of another", () => {
  const redactor = createRedactor();
  const schema = ["one", "two"].map((key) => ({ key, label: key, type: "password" as const }));
  redactor.addConfig({ slug: "x", config_schema: schema }, { one: "a-long-secret", two: "secret" });
  expect(redactor.redact("a-long-secret, secret")).toBe(
    "__secret.config.one__, __secret.config.two__",
  );
});

test("of two values of one name each has a placeholder", () => {
  const redactor = createRedactor();
  for (const app_secret of ["the-first-one", "the-second-one!"]) {
    redactor.addOutcome(
      { operation: "getPlatformCreds", args: ["feishu"] },
      { ok: true, value: { app_secret } },
    );
  }
  expect(redactor.redact("the-first-one the-second-one!")).toBe(
    "__secret.feishu.app_secret__ __secret.feishu.app_secret-2__",
  );
  expect(redactor.secrets().map(({ name }) => name)).toEqual([
    "feishu.app_secret",
    "feishu.app_secret-2",
  ]);
});

test("tens of thousands of secrets of one name each have a placeholder", () => {
  const all = Array.from({ length: 20_000 }, (_, at) => `secret-${at}`);
  const redactor = knowing(all);
  expect(redactor.redact(["secret-0", "secret-19999"])).toEqual([
    "__secret.config.key__",
    "__secret.config.key-20000__",
  ]);
  expect(new Set(redactor.secrets().map(({ name }) => name)).size).toBe(all.length);
});

test("an operation whose row says so has an answer of which each field is secret", () => {
  const names = Object.keys(OPERATIONS).filter(isContextOperation);
  const secret = names.filter((name) => findOperation(name)?.isSecret === true);
  expect(secret).toEqual(["getPlatformCreds"]);
  for (const operation of names) {
    const redactor = createRedactor();
    redactor.addOutcome({ operation, args: [] }, { ok: true, value: { field: "an-answer" } });
    expect(redactor.redact("an-answer")).toBe(
      secret.includes(operation) ? `__secret.${operation}.field__` : "an-answer",
    );
  }
});

test("megabytes of what looks like a secret take no long time", () => {
  const redactor = knowing(`${"a".repeat(200)}b`);
  const text = "a".repeat(4_000_000);
  expect(redactor.redact(text)).toBe(text);
  const full = "aaaab".repeat(400_000);
  expect(knowing("aaaab").redact(full)).toBe("__secret.config.key__".repeat(400_000));
});

describe.each(Object.entries(ENCODINGS))(
  "a secret that was pasted with a line break: %s",
  (_, encode) => {
    test("is found where a plugin has trimmed it, and where it has not", () => {
      for (const secret of [" k-12345ä\n", "\tk-12345", "k-12345 \r\n"]) {
        for (const text of [secret.trim(), `Bearer ${secret.trim()}!`, `a ${secret} b`]) {
          const shown = knowing(secret).redact(encode(text));
          expect(shown).toContain("__secret.config.key");
          expect(shown).not.toContain("12345");
        }
      }
    });
  },
);

test("a trimmed secret is replayed as what a plugin trims of its placeholder", () => {
  const redactor = knowing("k-12345\n");
  const shown = redactor.redact("Bearer k-12345");
  expect(standInFor(shown, redactor.secrets())).toBe(`Bearer ${standInOf(redactor).trim()}`);
});

describe("a password setting that is no text", () => {
  test("is found as a number, and in the texts that a plugin makes of it", () => {
    const redactor = knowing(12_345_678);
    expect(redactor.redactValue({ pin: 12_345_678, other: 12_345_679 })).toEqual({
      pin: "__secret.config.key__",
      other: 12_345_679,
    });
    expect(redactor.redactValue(["Bearer 12345678", btoa("user:12345678")])).toEqual([
      "Bearer __secret.config.key__",
      expect.stringContaining("__secret.config.key.base64-2__"),
    ]);
  });

  test("leaves numbers where a type asks for them, and short numbers, as they are", () => {
    expect(knowing(1234).redact({ durationMs: 1234, text: "1234" })).toEqual({
      durationMs: 1234,
      text: "__secret.config.key__",
    });
    expect(knowing(7).redactValue({ count: 7, text: "17" })).toEqual({ count: 7, text: "17" });
    expect(knowing(true).redactValue({ isOpen: true, text: "true" })).toEqual({
      isOpen: true,
      text: "true",
    });
  });

  test("is found by each of its texts and numbers when it has several", () => {
    const redactor = knowing({ id: "id-12345", parts: ["k-12345", 87_654_321] });
    expect(redactor.redact("id-12345 k-12345 87654321")).toBe(
      "__secret.config.key__ __secret.config.key-2__ __secret.config.key-3__",
    );
  });

  test.each([12_345_678, 7, true, { id: "id-12345" }, "k-12345", "abc"])(
    "is a placeholder among the settings: %j",
    (value) => {
      const settings = knowing(value).redactConfig(META, { key: value, other: "x" });
      expect(settings).toEqual({ key: "__secret.config.key__", other: "x" });
    },
  );

  test.each(["", null, undefined])(
    "is shown among the settings when it is not set: %j",
    (value) => {
      expect(knowing(value).redactConfig(META, { key: value })).toEqual({ key: value });
    },
  );

  test("is in no part of a host call that the plugin decides", async () => {
    const redactor = knowing(12_345_678);
    redactor.addOutcome(
      { operation: "getPlatformCreds", args: ["feishu"] },
      { ok: true, value: { agent_id: 1_000_002 } },
    );
    const call = {
      callId: "1/7/x",
      sequence: 0,
      operation: "storage.set",
      args: ["key", { pin: 12_345_678, agent: 1_000_002 }],
      outcome: { order: 0, at: 12_345_678, ok: true, value: 12_345_678 },
    } as const;
    expect(await redactor.redactCall(call)).toEqual({
      ...call,
      args: ["key", { pin: "__secret.config.key__", agent: "__secret.feishu.agent_id__" }],
      outcome: { order: 0, at: 12_345_678, ok: true, value: "__secret.config.key__" },
    });
  });
});
