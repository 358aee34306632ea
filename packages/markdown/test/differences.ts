/** A place where the scanner and the remark engine may differ, with the rule that is behind it. */
export interface Difference {
  name: string;
  rule: string;
  /** Why remark cannot follow, in a few words. */
  reason: string;
  /** Whether a text has what makes the engines differ. */
  applies: (text: string) => boolean;
}

const marker = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))+/;

/** The columns of a line's first `length` characters, tabs counted. */
function width(line: string, length: number): number {
  let column = 0;
  for (let at = 0; at < length; at += 1) column += line[at] === "\t" ? 4 - (column % 4) : 1;
  return column;
}

interface Marker {
  line: number;
  column: number;
  content: number;
}

/** All list markers, also those that follow another on the same line. */
function markers(lines: readonly string[]): Marker[] {
  return lines.flatMap((text, line) => {
    const found: Marker[] = [];
    const head = marker.exec(text)?.[0] ?? "";
    for (const match of head.matchAll(/(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/g)) {
      const column = width(text, match.index);
      const content = width(text, match.index + match[0].length);
      found.push({ line, column, content: Math.max(content, column + match[0].trim().length + 1) });
    }
    return found;
  });
}

function indent(line: string): number {
  return width(line, /^[ \t>]*/.exec(line)?.[0].length ?? 0);
}

/** Whether some line below a list marker fits `test`, given its indent. */
function below(
  text: string,
  test: (marker: Marker, indent: number, line: string) => boolean,
): boolean {
  const lines = text.split(/\r\n?|\n/);
  return markers(lines).some((found) =>
    lines.some(
      (line, at) => at > found.line && line.trim() !== "" && test(found, indent(line), line),
    ),
  );
}

/** How many characters indent and quote a line. */
function depth(line: string): number {
  return /^[ \t>]*/.exec(line)?.[0].length ?? 0;
}

/** Whether a line follows a table directly that has no `|`, or that stands further left. */
function endsTable(lines: readonly string[]): boolean {
  return lines.some((divider, at) => {
    if (!/^[ \t>]*[-:|][-:| \t]*$/.test(divider) || !/[:|]/.test(divider)) return false;
    const end = lines.findIndex(
      (line, index) => index > at && (!line.includes("|") || depth(line) < depth(divider)),
    );
    return end !== -1 && !/^[ \t>]*$/.test(lines[end] ?? "");
  });
}

/** Whether two runs could pair by one marker, with neither letter nor digit between them. */
function hasEmptyPair(source: string, pattern: RegExp): boolean {
  const text = source.replace(/\\[!-/:-@[-`{-~]/g, "^^");
  const runs = [...text.matchAll(pattern)];
  return runs.some((run, at) =>
    runs.slice(at + 1).some((next) => {
      if (run[0].length === 2 && next[0].length === 2) return false;
      const inside = text.slice(run.index + run[0].length, next.index);
      return /^(?!\s)[^\p{L}\p{N}]+(?<!\s)$/u.test(inside);
    }),
  );
}

/** All there is: any other difference fails the differential test. */
export const differences: readonly Difference[] = [
  {
    name: "digits or ASCII letters around `*`",
    rule: "2.1 b",
    reason: "CommonMark opens emphasis inside words",
    applies: (text) => /\d\*+\d|[A-Za-z\d]\*[A-Za-z\d]/.test(text),
  },
  {
    name: "a single pair around neither letter nor digit: `(*^_^*)`",
    rule: "2.1 c",
    reason: "CommonMark pairs markers around anything",
    applies: (text) => hasEmptyPair(text, /\*+/g) || hasEmptyPair(text, /_+/g),
  },
  {
    name: "kaomoji at the start of a line: `>_<`",
    rule: "2.11",
    reason: "to CommonMark each `>` starts a quote",
    applies: (text) => /(?:^|[\s>])>[^\s<>]{1,3}</.test(text),
  },
  {
    name: "a quote whose depth falls",
    rule: "2.11",
    reason: "CommonMark reads the line as a lazy one of the deeper quote",
    applies: (text) => /^.*>.*>.*\n(?=.*>)/m.test(text),
  },
  {
    name: "an underline of one or two characters: `--`",
    rule: "2.2",
    reason: "CommonMark makes it a heading, so markers do not pair across it",
    applies: (text) => /^[ \t>]*(?:==?|--?)[ \t]*$/m.test(text),
  },
  {
    name: "more tildes behind `~~~`",
    rule: "2.3",
    reason: "CommonMark starts a fence there, and drops the line's words",
    applies: (text) => /~{3}.*[^~\n].*~{3}/.test(text),
  },
  {
    name: "no indented code inside lists",
    rule: "2.3",
    reason: "CommonMark reads deep indents there as code or as text",
    applies: (text) =>
      /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?: {5}| {0,4}\t)/m.test(text) ||
      below(text, (found, columns) => columns >= Math.min(found.content + 4, found.column + 4)),
  },
  {
    name: "a list right under indented code",
    rule: "2.3",
    reason: "micromark then limits its first marker as if it interrupted a paragraph",
    applies: (text) => /^[ \t>]*(?: {4}|\t).*\n(?:[ \t>]*\n)*[ \t>]*(?:[-*+]|\d+[.)])/m.test(text),
  },
  {
    name: "where a bare URL ends",
    rule: "2.5",
    reason: "GFM lets it run on into Chinese text, and also links `www.` and addresses",
    applies: (text) => /:\/\/|www\.|\w@\w/i.test(text),
  },
  {
    name: "a definition whose target is no URL or path",
    rule: "2.5",
    reason: "CommonMark takes any word as target",
    applies: (text) =>
      [...text.matchAll(/\[[^\]]+\]:\s*(\S*)/g)].some(
        ([, target = ""]) => !/^[a-z][a-z\d+.-]*:|^[/#.<]|^www\.|[\w-]\.[a-z]/i.test(target),
      ),
  },
  {
    name: "a block two columns right of a wider marker, as under `1.`",
    rule: "2.9",
    reason: "CommonMark wants it as far right as the item's text",
    applies: (text) =>
      below(text, (found, columns) => columns >= found.column + 2 && columns < found.content),
  },
  {
    name: "a numbered item other than 1 right under the text of the item around it",
    rule: "2.8",
    reason: "CommonMark lets it interrupt a paragraph only at a lower indent",
    applies: (text) =>
      below(text, (found, columns, line) => columns >= found.column + 2 && /^[\s>]*\d/.test(line)),
  },
  {
    name: "a line right under a table that is not its row",
    rule: "2.13",
    reason:
      "GFM makes a line without `|` a row; micromark misses a table right behind one that was nested",
    applies: (text) => endsTable(text.split(/\r\n?|\n/)),
  },
  {
    name: "`~~` next to CJK text",
    rule: "2.14",
    reason: "GFM's strikethrough has no CJK-friendly flanking",
    applies: (text) =>
      [...text.matchAll(/(?<=(.))~~(?=(.))/gsu)].some(
        ([, before = "", after = ""]) =>
          /[^\0-\x7f]/.test(before + after) && /[\p{P}\p{S}]/u.test(before + after),
      ),
  },
  {
    name: "`~~` that overlaps emphasis",
    rule: "2.14",
    reason: "micromark pairs one kind of marker after the other, not in their order",
    applies: (text) => /~~[^]*[*_][^]*~~/.test(text),
  },
];
