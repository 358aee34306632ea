import ts from "typescript";

/** Which of a call's arguments people see, by the name of the function. */
const SHOWN_ARGUMENTS: ReadonlyMap<string, (index: number) => boolean> = new Map([
  ["append", () => true],
  ["button", (index: number) => index === 0],
  ["element", (index: number) => index >= 2],
  ["field", (index: number) => index !== 1],
  ["iconButton", (index: number) => index === 0],
  ["replaceChildren", () => true],
  ["showProblem", () => true],
]);
/** Properties and attributes that people see, or hear from a screen reader. */
const SHOWN_NAMES: ReadonlySet<string> = new Set(
  "about alt aria-label ariaLabel hint innerText label placeholder text textContent title".split(
    " ",
  ),
);
/** Functions that take selectors. */
const SELECTING = /^(?:closest|find|matches|querySelector|querySelectorAll)$/u;
/** Two words, a capitalised one, or Chinese. */
const PROSE = /\p{L}[,.;:]? \p{L}{2,}|^\s*\p{Lu}\p{Ll}|\p{Script=Han}/u;

/** The literals of a script that people would read on the page, in whatever language it is. */
export function findLiteralsOfScript(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && /\p{L}/u.test(node.text)) {
      const whole = wholeOf(node);
      if (isShown(whole) || (PROSE.test(node.text) && !isTechnical(whole))) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type TextNode = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isText(node: ts.Node): node is TextNode {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/** The expression whose value may be this literal: of a choice, a template or a list the whole. */
function wholeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  const isPart =
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) &&
      [
        ts.SyntaxKind.PlusToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.QuestionQuestionToken,
        ts.SyntaxKind.AmpersandAmpersandToken,
      ].includes(parent.operatorToken.kind));
  return isPart ? wholeOf(parent) : node;
}

/** Whether it stands where people see it. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) {
    const index = parent.arguments.findIndex((argument) => argument === node);
    const name = nameOf(parent.expression);
    if (name === "setAttribute" && index === 1) {
      const [attribute] = parent.arguments;
      return attribute !== undefined && ts.isStringLiteral(attribute)
        ? SHOWN_NAMES.has(attribute.text)
        : false;
    }
    return index >= 0 && (SHOWN_ARGUMENTS.get(name)?.(index) ?? false);
  }
  if (ts.isPropertyAssignment(parent)) {
    return parent.initializer === node && SHOWN_NAMES.has(parent.name.getText());
  }
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.right === node &&
    SHOWN_NAMES.has(nameOf(parent.left))
  );
}

/** Whether it is a selector, a class, a key or a value to compare with. */
function isTechnical(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return SELECTING.test(nameOf(parent.expression));
  if (ts.isPropertyAssignment(parent)) {
    return parent.name === node || parent.name.getText() === "className";
  }
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
}

function nameOf(node: ts.Node): string {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : "";
}

/** The texts that a page's markup has itself; `<noscript>` has both languages. */
export function findLiteralsOfMarkup(markup: string): string[] {
  const shown = markup.replaceAll(/<!--.*?-->|<noscript>.*?<\/noscript>/gsu, "");
  const texts = [...shown.matchAll(/>([^<]*\p{L}[^<]*)</gu)];
  const attributes = [
    ...shown.matchAll(/\s(?:alt|aria-label|placeholder|title)="([^"]*\p{L}[^"]*)"/gu),
  ];
  return [...texts, ...attributes].map(([, text = ""]) => text.trim());
}

/** The texts that a style sheet draws. */
export function findLiteralsOfStyles(styles: string): string[] {
  return [...styles.matchAll(/content:\s*"([^"]*\p{L}[^"]*)"/gu)].map(([, text = ""]) => text);
}

/** The literals of a script that name something; templates by their beginning, such as `kind.`. */
export function findNames(name: string, code: string): Set<string> {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The keys that a script passes to `t` as they are. */
export function findKeys(name: string, code: string): string[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const { parent } = ts.isConditionalExpression(node.parent) ? node.parent : node;
      if (ts.isCallExpression(parent) && nameOf(parent.expression) === "t") found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
