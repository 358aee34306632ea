import ts from "typescript";

/** A comment `// spec: <row>, <row>` in a test file names rows of the specification that the test below it shows. */
export interface Mark {
  /** From the repository's folder. */
  readonly file: string;
  readonly line: number;
  /** The rows that are named. */
  readonly rows: readonly string[];
  /** The test's title after those of the blocks around it; `undefined` when no test follows. */
  readonly title: string | undefined;
}

const MARK = /^\/\/ spec: (?<rows>.+)$/u;
const TESTS: ReadonlySet<string> = new Set(["test", "it"]);

/** All marks of a file, in its order. */
export function findMarks(file: string, text: string): Mark[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const titles = new Map<number, string>();
  const marks = new Map<number, Mark>();
  const visit = (node: ts.Node): void => {
    const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    for (const { pos, end } of comments) {
      const rows = MARK.exec(text.slice(pos, end))?.groups?.["rows"]?.split(", ");
      if (rows === undefined) continue;
      const line = source.getLineAndCharacterOfPosition(pos).line + 1;
      marks.set(pos, { file, line, rows, title: undefined });
    }
    const title = titleOf(node);
    for (const { pos } of title === undefined ? [] : comments.toReversed()) {
      if (!marks.has(pos) || titles.has(pos)) break;
      titles.set(pos, [...blocksAround(node), title].join(" › "));
    }
    // Tokens too: a mark may stand before the end of a block, where it marks nothing.
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...marks].map(([pos, mark]) => ({ ...mark, title: titles.get(pos) }));
}

/** The title of a test that is run, or of a case of a contract suite: `{ name: "…", run }` or `"…": run`. */
function titleOf(node: ts.Node): string | undefined {
  if (ts.isExpressionStatement(node)) {
    const { names, title } = calledBy(node.expression);
    const isRun = !names.includes("skip") && !names.includes("todo");
    return TESTS.has(names[0] ?? "") && isRun ? title : undefined;
  }
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.map(nameOf).find((name) => name !== undefined);
  }
  if (!ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node)) return undefined;
  return nameOf(node) ?? (ts.isStringLiteral(node.name) ? node.name.text : undefined);
}

/** The text of a member `name` or `title`. */
function nameOf(node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) || !/^(?:name|title)$/u.test(node.name.getText())) {
    return undefined;
  }
  return textOf(node.initializer);
}

/** What `test.each(rows)("title", …)` calls: its names, and the title. */
function calledBy(expression: ts.Expression): { names: string[]; title?: string } {
  if (!ts.isCallExpression(expression)) return { names: [] };
  const names: string[] = [];
  let callee = expression.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isPropertyAccessExpression(callee)) {
      names.unshift(callee.name.text);
      callee = callee.expression;
    } else return { names: [] };
  }
  names.unshift(callee.text);
  const [first] = expression.arguments;
  const title = first === undefined ? undefined : textOf(first);
  return title === undefined ? { names } : { names, title };
}

/** A text as it stands in the file. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

/** The titles of the `describe` blocks around a test, from the outside. */
function blocksAround(node: ts.Node): string[] {
  const blocks: string[] = [];
  for (let { parent } = node; !ts.isSourceFile(parent); { parent } = parent) {
    if (!ts.isCallExpression(parent)) continue;
    const { names, title } = calledBy(parent);
    if (names[0] === "describe" && title !== undefined) blocks.unshift(title);
  }
  return blocks;
}
