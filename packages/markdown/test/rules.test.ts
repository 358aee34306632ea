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

const cases = all.flatMap(({ rule, title, cases: list }) =>
  list.map(([input, expected, remark = "agrees"]) => ({
    rule: `${rule} ${title}`,
    input,
    expected,
    remark,
  })),
);

describe.each(all.map(({ rule, title }) => `${rule} ${title}`))("%s", (name) => {
  const own = cases.filter(({ rule }) => rule === name);

  it.each(own)("$input", ({ input, expected }) => {
    expect(markdownToPlainText(input)).toBe(expected);
  });

  it.each(own.filter(({ remark }) => remark === "agrees"))(
    "$input, by remark",
    ({ input, expected }) => {
      expect(remarkToPlainText(input)).toBe(expected);
    },
  );
});

describe("listed differences", () => {
  it.each(cases.filter(({ remark }) => remark === "differs"))("$input", ({ input, expected }) => {
    expect(remarkToPlainText(input)).not.toBe(expected);
    expect(differences.filter(({ applies }) => applies(input))).not.toHaveLength(0);
  });
});

describe("samples", () => {
  it.each(samples)("$name", ({ input, expected }) => {
    expect(markdownToPlainText(input)).toBe(expected);
  });

  it.each(samples.filter(({ name }) => name !== "s-never"))(
    "$name, by remark",
    ({ input, expected }) => {
      expect(remarkToPlainText(input)).toBe(expected);
    },
  );
});
