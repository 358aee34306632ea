import { describe, expect, it } from "vitest";
import { markdownToPlainText } from "../src/index.ts";
import { markdownToPlainText as remarkToPlainText } from "../src/remark.ts";
import { differences } from "./differences.ts";
import { quotes, rest, tables } from "./rules/blocks.ts";
import { fences, spans } from "./rules/code.ts";
import { images, links } from "./rules/links.ts";
import { bullets, numbered, tasks } from "./rules/lists.ts";
import { blankLines, emphasis, general, headings, rules } from "./rules/text.ts";
import samples from "./fixtures/samples.json" with { type: "json" };

const all = [
  general,
  emphasis,
  headings,
  fences,
  spans,
  links,
  images,
  rules,
  numbered,
  bullets,
  tasks,
  quotes,
  blankLines,
  tables,
  rest,
];

describe.each(all)("$rule $title", ({ cases }) => {
  it.each(cases)("%j", (input, expected, remark) => {
    expect(markdownToPlainText(input)).toBe(expected);
    if (remark === "differs") {
      expect(remarkToPlainText(input)).not.toBe(expected);
      expect(differences.some(({ applies }) => applies(input))).toBe(true);
    } else {
      expect(remarkToPlainText(input)).toBe(expected);
    }
  });
});

describe("samples", () => {
  it.each(samples)("$name", ({ name, input, expected }) => {
    expect(markdownToPlainText(input)).toBe(expected);
    if (name !== "s-never") expect(remarkToPlainText(input)).toBe(expected);
  });
});
