import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { anyUrl } from "../../../test/arbitraries.ts";
import { createGuardedFetch, createHostMatcher } from "../src/index.ts";

const matchesHost = (patterns: readonly string[], hostname: string): boolean =>
  createHostMatcher(patterns).matches(hostname);

describe("a pattern", () => {
  test.each([
    ["example.com", "example.com"],
    ["example.com", "EXAMPLE.com"],
    ["Example.COM.", "example.com"],
    ["example.com", "example.com."],
    ["*.example.com", "api.example.com"],
    ["*.example.com", "a.b.Example.com."],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "MÜNCHEN.de"],
    ["*.münchen.de", "www.xn--mnchen-3ya.de"],
    ["例え.jp", "例え。jp"],
    ["[2606:2800:220:1::1]", "[2606:2800:0220:1:0:0:0:1]"],
    ["2606:2800:220:1::1", "[2606:2800:220:1::1]"],
    ["93.184.216.34", "0x5db8d822"],
    ["my_host.example.com", "my_host.example.com"],
    ["*", "example.com"],
    ["*", "a.b.example.com"],
    ["*", "[2606:2800:220:1::1]"],
  ])("%s is %s", (pattern, hostname) => {
    expect(matchesHost([pattern], hostname)).toBe(true);
  });

  test.each([
    ["example.com", "api.example.com"],
    ["example.com", "example.com.evil.org"],
    ["example.com", "badexample.com"],
    ["*.example.com", "example.com"],
    ["*.example.com", "badexample.com"],
    ["*.example.com", "example.com.evil.org"],
    ["*.example.com", ".example.com"],
    ["**.example.com", "a.example.com"],
    ["a*.example.com", "ab.example.com"],
    ["*.*.com", "a.example.com"],
    ["*.", "example.com"],
    ["**", "example.com"],
    ["* ", "example.com"],
    ["*.*", "example.com"],
    ["*", ""],
    ["*", "example.com:443"],
    ["*", "https://example.com"],
    ["*", "user@example.com"],
    ["", ""],
    ["", "example.com"],
    ["https://example.com", "example.com"],
    ["example.com:443", "example.com"],
    ["example.com/", "example.com"],
    ["example.com", "example.com:443"],
    ["example.com", "user@example.com"],
    ["example.com", "example.com/path"],
    ["example.com", "exam\nple.com"],
    ["example.com", "example.com\\evil"],
    ["*.0.0.1", "127.0.0.1"],
    ["*.[::1]", "[::1]"],
    ["[::1]", "[::1]:443"],
    ["example.com", "example.com.."],
  ])("%j is not %j", (pattern, hostname) => {
    expect(matchesHost([pattern], hostname)).toBe(false);
  });

  test("none of none", () => {
    expect(matchesHost([], "example.com")).toBe(false);
  });
});

describe("any domain", () => {
  test("is itself in any case, with or without a dot, and its subdomains only with a star", () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), fc.boolean(), (domain, other, upper) => {
        const name = upper ? domain.toUpperCase() : domain;
        expect(matchesHost([domain], name)).toBe(true);
        expect(matchesHost([`${name}.`], domain)).toBe(true);
        expect(matchesHost([other], domain)).toBe(other === domain);
        expect(matchesHost([domain], `sub.${name}`)).toBe(false);
        expect(matchesHost([`*.${name}`], `sub.${domain}`)).toBe(true);
        expect(matchesHost([`*.${domain}`], name)).toBe(false);
        expect(matchesHost([`*.${domain}`], `sub${name}`)).toBe(false);
        expect(matchesHost([other, domain], name)).toBe(true);
      }),
    );
  });

  test("is never the host of an address that parses to another one", () => {
    fc.assert(
      fc.property(anyUrl, fc.string(), (address, text) => {
        const { hostname } = new URL(address);
        expect(matchesHost([hostname], hostname)).toBe(true);
        if (text === "*" || !matchesHost([text], hostname)) return;
        expect(new URL(`https://${text.replace(/^\*\./, "sub.")}/`).hostname).toContain(hostname);
      }),
    );
  });
});

/** Counts how many texts are parsed as addresses. */
function countParsing(): { readonly calls: number; [Symbol.dispose](): void } {
  const spy = vi.spyOn(URL, "canParse");
  return {
    get calls() {
      return spy.mock.calls.length;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

describe("patterns that are read once", () => {
  const many = Array.from({ length: 100 }, (_, at) => `*.h${at}.example`);

  test("a comparison parses the name and no pattern", () => {
    const matcher = createHostMatcher(many);
    using parsed = countParsing();
    for (let at = 0; at < 100; at++) expect(matcher.matches(`api.h${at}.example`)).toBe(true);
    expect(matcher.matches("example")).toBe(false);
    expect(parsed.calls).toBe(101);
  });

  test("a guard reads its own patterns when it is created", async () => {
    using parsed = countParsing();
    await using guardedFetch = createGuardedFetch({ hosts: many });
    const attempt = async (): Promise<number> => {
      const before = parsed.calls;
      await expect(guardedFetch("https://elsewhere.example/")).rejects.toThrow("not among");
      return parsed.calls - before;
    };
    await attempt();
    expect(await attempt()).toBeLessThan(10);
  });

  test.each(["中".repeat(64), "a".repeat(64), `${"中".repeat(60)}.`.repeat(5), "a.".repeat(130)])(
    "a name that the Internet cannot have is not parsed: %#",
    (name) => {
      using parsed = countParsing();
      expect(createHostMatcher([name, `*.${name}`]).patterns).toEqual([]);
      expect(matchesHost(["*"], name)).toBe(false);
      expect(parsed.calls).toBe(0);
    },
  );

  test("a short text with a long punycode form matches nothing", () => {
    const name = Array.from({ length: 50 }, (_, at) => String.fromCodePoint(0x4e00 + at * 300));
    expect(createHostMatcher([`${name.join("")}.${name.join("")}`]).patterns).toEqual([]);
  });

  test("are in the form that URLs have, each once", () => {
    const { patterns } = createHostMatcher(["*", "*.MÜNCHEN.de.", "*.münchen.de", "::1", "a/b"]);
    expect(patterns).toEqual(["*", "*.xn--mnchen-3ya.de", "[::1]"]);
    expect(createHostMatcher(patterns).patterns).toEqual(patterns);
  });
});
