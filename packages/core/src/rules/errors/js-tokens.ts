/** A token: a name, a literal, or one character of punctuation. */
export interface Token {
  /** The name, or the character of punctuation; of a string, template or regular expression the first character. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NAME = /[\p{ID_Continue}$\u200c\u200d]+/uy;
const LINE_BREAK = /[\n\r\u2028\u2029]/g;
const SPACE = /\s/u;

/** Names after which a slash begins a regular expression and is no division. */
const BEFORE_EXPRESSION = new Set(
  "await case delete do else in instanceof new of return throw typeof void yield".split(" "),
);

/**
 * Yields the tokens of JavaScript, without comments. It is no parser: it takes a slash after a closing bracket for a
 * division. Reads each character once, for every text.
 */
export function* readTokens(code: string): Generator<Token> {
  /** For each open template, the number of open curly brackets in its current placeholder. */
  const templates: number[] = [];
  let last = "";

  function endOf(start: number, first: string): number {
    if (first === '"' || first === "'") return endOfText(code, start, first);
    if (first === "/" && isBeforeExpression(last)) return endOfRegularExpression(code, start);
    NAME.lastIndex = start;
    return NAME.test(code) ? NAME.lastIndex : start + 1;
  }

  /** The end of a part of a template; a part begins at a backtick or at the end of a placeholder. */
  function endOfTemplatePart(start: number): number {
    for (let at = start + 1; at < code.length; at++) {
      const unit = code[at];
      if (unit === "\\") at++;
      else if (unit === "`") return at + 1;
      else if (unit === "$" && code[at + 1] === "{") {
        templates.push(0);
        return at + 2;
      }
    }
    return code.length;
  }

  for (let at = 0; at < code.length;) {
    const first = code[at] ?? "";
    if (SPACE.test(first)) {
      at++;
      continue;
    }
    if (first === "/" && (code[at + 1] === "/" || code[at + 1] === "*")) {
      at = endOfComment(code, at);
      continue;
    }
    const open = templates.at(-1);
    let end: number;
    if (first === "`") end = endOfTemplatePart(at);
    else if (first === "}" && open === 0) {
      templates.pop();
      end = endOfTemplatePart(at);
    } else {
      if (open !== undefined && first === "{") templates[templates.length - 1] = open + 1;
      if (open !== undefined && first === "}") templates[templates.length - 1] = open - 1;
      end = endOf(at, first);
    }
    last = isQuote(first) ? first : code.slice(at, end);
    yield { text: last, start: at, end };
    at = end;
  }
}

function isQuote(first: string): boolean {
  return first === '"' || first === "'" || first === "`";
}

/** Whether an expression can begin after this token; otherwise the token has ended one. */
function isBeforeExpression(last: string): boolean {
  if (BEFORE_EXPRESSION.has(last)) return true;
  NAME.lastIndex = 0;
  return !NAME.test(last) && !/^[)\]}"'`/]/u.test(last);
}

function endOfComment(code: string, start: number): number {
  if (code[start + 1] === "/") return endOfLine(code, start);
  const end = code.indexOf("*/", start + 2);
  return end === -1 ? code.length : end + 2;
}

function endOfLine(code: string, start: number): number {
  LINE_BREAK.lastIndex = start;
  return LINE_BREAK.exec(code)?.index ?? code.length;
}

/** The end of a string; a string without its closing quote ends with the line. */
function endOfText(code: string, start: number, quote: string): number {
  for (let at = start + 1; at < code.length; at++) {
    const unit = code[at];
    if (unit === "\\") at++;
    else if (unit === quote) return at + 1;
    else if (unit === "\n" || unit === "\r") return at;
  }
  return code.length;
}

/** The end of a regular expression, in which a slash between square brackets does not end it. */
function endOfRegularExpression(code: string, start: number): number {
  let isClass = false;
  for (let at = start + 1; at < code.length; at++) {
    const unit = code[at];
    if (unit === "\\") at++;
    else if (unit === "[") isClass = true;
    else if (unit === "]") isClass = false;
    else if (unit === "/" && !isClass) return at + 1;
    else if (unit === "\n" || unit === "\r") return at;
  }
  return code.length;
}
