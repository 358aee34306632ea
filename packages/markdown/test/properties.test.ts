import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/arbitraries.ts";
import { markdownToPlainText } from "../src/index.ts";
import { attacks } from "./attacks.ts";
import { reply, soup } from "./generators.ts";

/** Any UTF-16 there is, lone surrogates and NUL included, rich in markers. */
const anything = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 100 })
    .map((codes) => String.fromCharCode(...codes)),
  soup,
  reply,
);

/** Prose without a single marker: letters, Han, punctuation; lines and paragraphs. */
const prose = fc
  .array(
    fc.array(
      fc.constantFrom(
        "你好",
        "世界",
        "，",
        "。",
        "Hello",
        " world",
        "3.5",
        "：",
        "“引”",
        "(x)",
        "!",
        "😀",
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((lines) =>
    fc
      .array(fc.constantFrom("\n", "\n\n", "\n\n\n"), {
        minLength: lines.length,
        maxLength: lines.length,
      })
      .map((gaps) =>
        lines.map((line, at) => line.join("").trimStart() + (gaps[at] ?? "")).join(""),
      ),
  );

/** Markdown with a NUL put in somewhere, once or several times. */
const withNul = fc
  .tuple(fc.oneof(soup, reply), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }))
  .map(([text, places]) =>
    places.reduce((result, place) => {
      const at = place % (result.length + 1);
      return `${result.slice(0, at)}\0${result.slice(at)}`;
    }, text),
  );

describe("markdownToPlainText", () => {
  it("reads NUL as U+FFFD, wherever it stands", () => {
    fc.assert(
      fc.property(withNul, (text) => {
        expect(markdownToPlainText(text)).toBe(
          markdownToPlainText(text.replaceAll("\0", "\uFFFD")),
        );
      }),
      { numRuns: 2500 },
    );
    // An address for as long as [ref] has no definition, then text.
    expect(markdownToPlainText("[[ref]](<\0a>)\n\n[ref]: /x")).toBe("[ref](<\uFFFDa>)");
  });

  it("takes any string", () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(typeof markdownToPlainText(text)).toBe("string");
      }),
      { numRuns: 1500 },
    );
  });

  it("leaves text without Markdown alone, but for blanks at the ends of lines", () => {
    fc.assert(
      fc.property(prose, fc.constantFrom("", " ", "\t "), (text, blanks) => {
        const input = text.replaceAll("\n", `${blanks}\n`);
        expect(markdownToPlainText(input)).toBe(text.replace(/\n+$/, ""));
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves no blanks at the ends of lines, nor blank lines at the ends of the text", () => {
    // Code keeps its blanks, and an entity may stand for one.
    const outside = anything.filter((text) => !/`{3}|~{3}|^[ >]*(?: {4}|\t)|&#/m.test(text));
    fc.assert(
      fc.property(outside, (text) => {
        const plain = markdownToPlainText(text);
        expect(plain).not.toMatch(/[ \t](?:\n|$)/);
        expect(plain).not.toMatch(/^[ \t]*\n|\n$/);
        expect(plain).not.toMatch(/\n{4}/);
      }),
      { numRuns: 1500 },
    );
  });

  it("keeps the content of a fence verbatim", () => {
    const line = fc.string({
      unit: fc.constantFrom("*", "_", "#", "-", ">", "`", " ", "a", "字", "&lt;", "\\"),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const code = lines.join("\n");
        expect(markdownToPlainText(`前\n~~~~\n${code}\n~~~~\n后`)).toBe(`前\n${code}\n后`);
      }),
    );
  });

  it("reads CR, CRLF and LF alike", () => {
    fc.assert(
      fc.property(reply, (text) => {
        const plain = markdownToPlainText(text);
        expect(markdownToPlainText(text.replaceAll("\n", "\r\n"))).toBe(plain);
        expect(markdownToPlainText(text.replaceAll("\n", "\r"))).toBe(plain);
      }),
    );
  });

  it("brings back text whose every ASCII punctuation is escaped", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const line = text.replace(/\s+/g, " ").trim();
        const escaped = line.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
        // A number in front of an escaped dot is no list marker.
        expect(markdownToPlainText(escaped)).toBe(line);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("onSteps", () => {
  it.each([
    ["lines", "- **a** [b](c)\n"],
    ["one line", "**a** [b](c) `d` "],
    ["containers", "> - > - a\n"],
    ["cells", "|a\n|-\n|a|*b*|c\n\n"],
  ])("is called again and again: %s", (_name, piece) => {
    const text = piece.repeat(10_000);
    let calls = 0;
    const plain = markdownToPlainText(text, { onSteps: () => (calls += 1) });
    expect(calls).toBeGreaterThan(30);
    expect(plain).toBe(markdownToPlainText(text));
  });

  it("ends the conversion with what it throws", () => {
    let calls = 0;
    const onSteps = (): void => {
      calls += 1;
      throw new Error("enough");
    };
    expect(() => markdownToPlainText("**a** ".repeat(1000), { onSteps })).toThrow("enough");
    expect(markdownToPlainText("**a**", { onSteps })).toBe("a");
    expect(calls).toBe(1);
  });
});

describe("attacks", () => {
  it.each(attacks)("$name", ({ text }) => {
    const long = text(200_000);
    const plain = markdownToPlainText(long);
    expect(plain.length).toBeLessThanOrEqual(long.length * 4);
    expect(plain).not.toMatch(/\r|\0/);
  });
});
