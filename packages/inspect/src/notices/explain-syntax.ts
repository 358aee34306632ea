import { type Sentence, sentence } from "../words/sentence.ts";
import { parserMessage } from "./parser-messages.ts";

/** Explains why a text is not a JavaScript module, and what to do. */
export function explainSyntax(source: string, offset: number, message: string): Sentence {
  const before = source.slice(Math.max(0, offset - REACH), offset);
  const after = source.slice(offset, offset + REACH);
  const line = lineAround(before, after);
  for (const { language, isIt } of DIALECTS) {
    if (isIt({ before, after, line, message })) return sentence("syntax/dialect", { language });
  }
  if (message.includes("'await' outside") || /\bawait$/u.test(before.trimEnd())) {
    return sentence("syntax/await");
  }
  const [character = ""] = after;
  if (FULL_WIDTH.test(character)) return sentence("syntax/full-width", { character });
  if (offset >= source.length && message === "Unexpected token") return sentence("syntax/end");
  const [word] = /^(?:[\w$]+|[^\s\w])/u.exec(after) ?? [];
  return message === "Unexpected token" && word !== undefined
    ? sentence("syntax/token", { word })
    : parserMessage(message);
}

/** How many characters on each side of the error are examined. */
const REACH = 200;

const FULL_WIDTH = /[\u2018\u2019\u201C\u201D\u3001\u3002\uFF01-\uFF5E]/u;

interface SyntaxPlace {
  readonly before: string;
  readonly after: string;
  readonly line: string;
  readonly message: string;
}

interface Dialect {
  readonly language: string;
  readonly isIt: (place: SyntaxPlace) => boolean;
}

/** Languages that are compiled to JavaScript, recognised by their first syntax error. */
const DIALECTS: readonly Dialect[] = [
  {
    language: "JSX",
    isIt: ({ before, after }) =>
      /^<(?:[A-Za-z][\w.]*[\s/>]|>)/u.test(after) &&
      /(?:^|[(=,?:&|>{}[;]|\breturn|\bdefault)\s*$/u.test(before),
  },
  {
    language: "TypeScript",
    isIt: ({ before, after, line, message }) =>
      // `name: Type`, `(a): Type`, `name?: Type`
      (/[\w$)\]}?]\s*$/u.test(before) && /^:\s*[\w$({["'`]/u.test(after)) ||
      /^\?\s*[:,)]/u.test(after) ||
      // `value as Type`, `value satisfies Type`, `value!.x`
      /^(?:as|satisfies)\s+[\w{(["']/u.test(after) ||
      (/[\w$)\]]$/u.test(before) && /^!\s*[.;,)\]]/u.test(after)) ||
      // `type Name =`, `import type { … }`, `declare const`, `abstract class`, `namespace Name`
      /\b(?:abstract|declare|namespace|private|protected|public|readonly|type)\s+$/u.test(before) ||
      /'?\b(?:enum|interface|private|protected|public)\b'? is reserved/u.test(message) ||
      /^(?:abstract|declare|enum|interface|namespace|type)\s+\w/u.test(after) ||
      // `function name<T>(`, `class Name<T>`, `new Map<string, number>()`, `(x: T) => …`
      (/\b(?:class|function|type)\s+\w+\s*$/u.test(before) && after.startsWith("<")) ||
      /\b(?:new\s+)?[A-Z]\w*<[\w\s,.[\]|"'<>]{1,80}>\(/u.test(line),
  },
];

function lineAround(before: string, after: string): string {
  return `${before.slice(before.lastIndexOf("\n") + 1)}${after.split("\n", 1)[0]}`;
}
