import type { Report } from "../../finding.ts";
import type { Script } from "../../syntax/read.ts";
import { sentence } from "../../words/sentence.ts";

/** The number of names, and of code words, in one line of minified code; data alone does not count. */
const MANY_NAMES = 80;
const MANY_STATEMENTS = 8;
/** The number of blanks per token in code that people write. */
const SPACING = 0.2;

interface Line {
  names: number;
  statements: number;
  tokens: number;
  gaps: number;
  start: number;
  end: number;
}

/** Finds lines with so much code that a review is impractical. */
export function checkMinified({ source, tokens }: Script, report: Report): void {
  let line: Line = emptyLine(0);
  let end = 0;
  for (const { start, end: next, type } of tokens) {
    const gap = source.slice(end, start);
    if (/[\n\r]/u.test(gap)) {
      tell(line, report);
      line = emptyLine(start);
    } else if (gap !== "" && end > 0) line.gaps += 1;
    line.tokens += 1;
    line.end = next;
    if (type.label === "name") line.names += 1;
    if (STATEMENTS.has(type.label)) line.statements += 1;
    end = next;
  }
  tell(line, report);
}

const STATEMENTS: ReadonlySet<string> = new Set([
  ";",
  "=>",
  "const",
  "for",
  "function",
  "if",
  "return",
  "throw",
  "var",
  "while",
]);

const emptyLine = (start: number): Line => ({
  names: 0,
  statements: 0,
  tokens: 0,
  gaps: 0,
  start,
  end: start,
});

function tell({ names, statements, tokens, gaps, start, end }: Line, report: Report): void {
  if (names < MANY_NAMES || statements < MANY_STATEMENTS || gaps > tokens * SPACING) return;
  report("minified", { start, end }, sentence("minified"));
}
