import { chatCredits, findTriggerConflicts, imageCredits } from "@botwright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("credits", () => {
  // spec: billing.chat, billing.credit
  test.each([
    // Binary floating point would give 8: 0.07 * 100 = 7.000000000000001.
    [
      { inputTokens: 1_000_000, outputTokens: 0, inputPrice: 0.07, outputPrice: 0, multiplier: 1 },
      7,
    ],
    [
      {
        inputTokens: 1_000_000,
        outputTokens: 0,
        inputPrice: "0.07",
        outputPrice: 0,
        multiplier: "1.0",
      },
      7,
    ],
    [{ inputTokens: 1, outputTokens: 0, inputPrice: 0.01, outputPrice: 0, multiplier: 1 }, 1],
    [{ inputTokens: 0, outputTokens: 0, inputPrice: 5, outputPrice: 15, multiplier: 2 }, 0],
    [
      { inputTokens: 1234, outputTokens: 567, inputPrice: 2.5, outputPrice: 10, multiplier: 1.5 },
      2,
    ],
    [
      {
        inputTokens: 1_000_000,
        outputTokens: 1_000_000,
        inputPrice: "1e-7",
        outputPrice: 1e21,
        multiplier: "1e-9",
      },
      100_000_000_000_001,
    ],
    [{ inputTokens: 10, outputTokens: 10, inputPrice: 3, outputPrice: 3, multiplier: 0 }, 0],
  ])("a chat call %j costs %d", (input, credits) => {
    expect(chatCredits(input)).toBe(credits);
  });

  // spec: billing.image, billing.credit
  test.each([
    [{ inputPrice: 40, multiplier: 1 }, 4],
    [{ inputPrice: 40, multiplier: "1.2" }, 5],
    [{ inputPrice: "0.1", multiplier: 100 }, 1],
    [{ inputPrice: 0, multiplier: 3 }, 0],
  ])("a picture %j costs %d", (input, credits) => {
    expect(imageCredits(input)).toBe(credits);
  });

  // spec: billing.chat
  test("the cost is the smallest integer that is not below the exact rational", () => {
    const decimal = fc.tuple(fc.nat(100_000), fc.nat(6)).map(([digits, scale]) => ({
      text:
        scale === 0
          ? String(digits)
          : `${Math.floor(digits / 10 ** scale)}.${String(digits % 10 ** scale).padStart(scale, "0")}`,
      units: BigInt(digits) * 10n ** BigInt(6 - scale),
    }));
    fc.assert(
      fc.property(
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        decimal,
        decimal,
        decimal,
        (i, o, a, b, m) => {
          const credits = BigInt(
            chatCredits({
              inputTokens: i,
              outputTokens: o,
              inputPrice: a.text,
              outputPrice: b.text,
              multiplier: m.text,
            }),
          );
          // Everything times 10^6 per price, 10^6 per multiplier, and 10^6 tokens a price.
          const exact = (BigInt(i) * a.units + BigInt(o) * b.units) * m.units * 100n;
          const one = 10n ** 18n;
          expect(credits * one >= exact).toBe(true);
          expect(credits === 0n || (credits - 1n) * one < exact).toBe(true);
        },
      ),
    );
  });

  test.each([
    [{ inputTokens: -1 }, "inputTokens"],
    [{ outputTokens: 0.5 }, "outputTokens"],
    [{ inputPrice: Number.NaN }, "inputPrice"],
    [{ outputPrice: "-1" }, "outputPrice"],
    [{ multiplier: "1,5" }, "multiplier"],
    [{ multiplier: Number.POSITIVE_INFINITY }, "multiplier"],
  ])("%j is refused by name", (wrong, name) => {
    const input = { inputTokens: 1, outputTokens: 1, inputPrice: 1, outputPrice: 1, multiplier: 1 };
    expect(() => chatCredits({ ...input, ...wrong })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(name) }),
    );
  });

  test("a cost beyond 2^53 is refused rather than rounded", () => {
    expect(() => imageCredits({ inputPrice: "1e30", multiplier: 1 })).toThrow(
      expect.objectContaining({ code: "AMOUNT_TOO_LARGE" }),
    );
  });
});

describe("trigger conflicts", () => {
  // spec: conflicts.exact, conflicts.prefix, conflicts.totals
  test("finds the same word and words that begin with another, between different plugins only", () => {
    const report = findTriggerConflicts([
      { slug: "weather", triggers: ["天气", " Help "] },
      { slug: "menu", triggers: ["ｈｅｌｐ", "menu", "men"] },
      { slug: "forecast", triggers: ["天气预报", "天气"] },
      { slug: "quiet", triggers: [] },
      { slug: "silent" },
    ]);
    expect(report).toEqual({
      exact: [
        { trigger: "Help", plugins: ["menu", "weather"] },
        { trigger: "天气", plugins: ["forecast", "weather"] },
      ],
      prefix: [{ trigger: '"天气" ⊂ "天气预报"', plugins: ["forecast", "weather"] }],
      total_plugins: 3,
      total_triggers: 7,
    });
  });

  test("agrees with comparing every pair", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "A"), minLength: 1, maxLength: 4 });
    const plugins = fc.array(
      fc.record({
        slug: fc.constantFrom("p", "q", "r"),
        triggers: fc.array(word, { maxLength: 5 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(plugins, (input) => {
        const owners = new Map<string, Set<string>>();
        for (const { slug, triggers } of input) {
          for (const trigger of triggers) {
            const key = trigger.toLowerCase();
            owners.set(key, (owners.get(key) ?? new Set()).add(slug));
          }
        }
        const words = [...owners];
        const pairs = words.flatMap(([short, a]) =>
          words
            .filter(([long]) => long !== short && long.startsWith(short))
            .filter(([, b]) => new Set([...a, ...b]).size > 1),
        );
        const report = findTriggerConflicts(input);
        expect(report.prefix).toHaveLength(pairs.length);
        expect(report.exact).toHaveLength(words.filter(([, set]) => set.size > 1).length);
      }),
    );
  });
});
