import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResourceFinder } from "../src/inline/links.ts";
import { autolinkEnd } from "../src/inline/tags.ts";

/** Scraps of link resources: destinations, titles of each kind, escapes. */
const resources = fc
  .array(
    fc.constantFrom(
      ..."()\"'\\< >\n".split(""),
      "a",
      "](",
      " (",
      ' "',
      " '",
      "](b (",
      "](b '",
      ')"',
      "\\)",
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

/** CommonMark's grammar of autolinks. */
const grammar =
  /^<(?:[a-z][a-z\d+.-]{1,31}:[^\0-\x20<>\x7f]*|[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*)>/i;

const autolinks = fc
  .array(
    fc.constantFrom(
      ..."a9.-+@:><_*é \n\x7f".split(""),
      "a",
      "b.c",
      "@b",
      "s:",
      "x".repeat(31),
      "y".repeat(62),
      "-".repeat(30),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `<${parts.join("")}>`);

describe("ResourceFinder", () => {
  it("gives with its memory what it gives without", () => {
    fc.assert(
      fc.property(resources, (text) => {
        const finder = new ResourceFinder(text);
        for (let at = text.indexOf("("); at !== -1; at = text.indexOf("(", at + 1)) {
          // Only a `(` behind a `]` opens a resource, and no backslash can stand there.
          if (text.charAt(at - 1) !== "]") continue;
          expect(finder.end(at)).toBe(new ResourceFinder(text).end(at));
        }
      }),
      { numRuns: 2500 },
    );
  });
});

describe("autolinkEnd", () => {
  it("follows CommonMark's grammar", () => {
    fc.assert(
      fc.property(autolinks, (text) => {
        expect(autolinkEnd(text, 0)).toBe(grammar.exec(text)?.[0].length ?? -1);
      }),
      { numRuns: 10_000 },
    );
  });
});
