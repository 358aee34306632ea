import fc from "fast-check";

// Markdown as replies have it (grammar), and marker soup that no author would write.

const word = fc.constantFrom(
  "你好",
  "重要",
  "提示",
  "注意：",
  "步骤",
  "（备注）",
  "“引号”",
  "结果，",
  "完成。",
  "word",
  "Data",
  "x",
  "alpha",
  "the end.",
  "is,",
  "v2",
  "100%",
  "3.5",
  "42",
  "a-b",
  "snake_case",
  "文件_最终_v2",
  "😀",
  "—",
  "π",
);

/** A run of words, with or without spaces between them. */
const words = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(" ", "", " "))
  .map(([list, gap]) => list.join(gap));

const { span } = fc.letrec<{ span: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    { weight: 8, arbitrary: words },
    { weight: 1, arbitrary: words.map((text) => `\`${text}\``) },
    { weight: 1, arbitrary: words.map((text) => `![${text}](pic.png)`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "`` a`b ``",
        "`**x**`",
        "\\*",
        "\\_x",
        "a\\b",
        "&amp;",
        "&lt;b&gt;",
        "&#65;",
        "&unknown;",
        "<b>",
        "<br>",
        "<!-- c -->",
        "<https://a.example/x_y>",
        "[1]",
        "[ref]",
        "[文][ref]",
        "[^1]",
        "[^no]",
        "![图][ref]",
        "* ",
        " * ",
        "_",
        "~",
        "`",
        "](",
        "[",
        "]",
        "**",
        "1 < 2",
      ),
    },
  ),
  span: fc.oneof(
    { maxDepth: 2 },
    { weight: 6, arbitrary: tie("leaf") },
    { weight: 3, arbitrary: tie("span").map((text) => `**${text}**`) },
    { weight: 2, arbitrary: tie("span").map((text) => `*${text}*`) },
    { weight: 1, arbitrary: tie("span").map((text) => `_${text}_`) },
    { weight: 1, arbitrary: tie("span").map((text) => `__${text}__`) },
    { weight: 1, arbitrary: tie("span").map((text) => `***${text}***`) },
    { weight: 1, arbitrary: tie("span").map((text) => `~~${text}~~`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie("span"),
          fc.constantFrom("https://e.example/a_b", "/x", "<a b>", "u (t)", '/u "t"', ""),
        )
        .map(([text, target]) => `[${text}](${target})`),
    },
  ),
}));

const line = fc
  .tuple(fc.array(span, { minLength: 1, maxLength: 4 }), fc.constantFrom("", " ", ""))
  .map(([spans, gap]) => spans.join(gap));

const paragraph = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("\n", "\n", "  \n", "\\\n", "\n  "),
  )
  .map(([lines, gap]) => lines.join(gap));

const code = fc.constantFrom(
  "const a = **1**;",
  "  indented",
  "",
  "# no heading",
  "- no list",
  "a  ",
  "> no quote",
);

const fence = fc
  .tuple(
    fc.constantFrom("```", "~~~", "````"),
    fc.constantFrom("", "ts", " js x"),
    fc.array(code, { maxLength: 4 }),
  )
  .map(([marker, info, lines]) => [marker + info, ...lines, marker].join("\n"));

const row = (cells: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        words,
        span.filter((text) => !/[|\n]/.test(text)),
        fc.constantFrom("", "a \\| b"),
      ),
      {
        minLength: cells,
        maxLength: cells,
      },
    )
    .map((list) => `| ${list.join(" | ")} |`);

const table = fc
  .integer({ min: 1, max: 3 })
  .chain((cells) =>
    fc
      .tuple(
        row(cells),
        fc.constantFrom("---", ":--", "--:", ":-:"),
        fc.array(row(cells), { maxLength: 3 }),
      )
      .map(([head, divider, rows]) =>
        [head, `|${`${divider}|`.repeat(cells)}`, ...rows].join("\n"),
      ),
  );

const heading = fc
  .tuple(
    fc.constantFrom("#", "##", "###", "######", "#######"),
    line,
    fc.constantFrom("", " #", " ##", "#"),
  )
  .map(([marker, text, closing]) => `${marker} ${text}${closing}`);

function indented(text: string, width: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(width)}`);
}

const { block } = fc.letrec<{ block: string; item: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: paragraph },
    { weight: 2, arbitrary: heading },
    { weight: 2, arbitrary: fence },
    { weight: 2, arbitrary: table },
    { weight: 1, arbitrary: fc.constantFrom("---", "***", "- - -", "___", "* * *") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "[ref]: https://r.example/x",
        "[^1]: note *text*",
        "[注]: 明天",
        "[REF]: <x> 't'",
      ),
    },
    { weight: 1, arbitrary: words.map((text) => `${text}\n===`) },
    { weight: 1, arbitrary: line.map((text) => `    ${text}`) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom("-", "*", "+", "1.", "2)", "10.", "49."),
          fc.array(tie("block"), { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          fc.constantFrom("", "", "", "[ ] ", "[x] "),
        )
        .map(([marker, items, loose, box]) =>
          items
            .map((text, index) => {
              const shown =
                /^\d/.test(marker) && index > 0
                  ? `${Number.parseInt(marker, 10) + index}${marker.slice(-1)}`
                  : marker;
              return `${shown} ${box}${indented(text, shown.length + 1)}`;
            })
            .join(loose ? "\n\n" : "\n"),
        ),
    },
    { weight: 2, arbitrary: tie("block").map((text) => `> ${text.replaceAll("\n", "\n> ")}`) },
  ),
  item: tie("block"),
}));

/** A text of several blocks, with blank lines between them or without. */
export const reply: fc.Arbitrary<string> = fc
  .array(fc.tuple(block, fc.constantFrom("\n", "\n\n", "\n\n", "\n\n\n", "\n\n\n\n")), {
    minLength: 1,
    maxLength: 4,
  })
  .map((blocks) => blocks.map(([text, gap]) => text + gap).join(""));

/** Markers, breaks and scraps in any order. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      "*",
      "**",
      "***",
      "_",
      "__",
      "~~",
      "`",
      "``",
      "[",
      "]",
      "](/u)",
      "![",
      "<b>",
      "\\",
      "&amp;",
      "- ",
      "1. ",
      "2. ",
      "> ",
      "# ",
      "#",
      "|",
      "|-|",
      "---",
      "===",
      "```",
      "\n",
      "\n",
      "\n\n",
      "  ",
      " ",
      "a",
      "bc",
      "字",
      "，",
      "“",
      "1",
      ".",
      ")",
      "(",
      ":",
      "!",
      "\n- ",
      "\n> ",
    ),
    { minLength: 1, maxLength: 24 },
  )
  .map((parts) => parts.join(""));
