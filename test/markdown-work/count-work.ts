import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import ts from "typescript";

/** What a conversion cost: steps, and characters of the result. */
export interface Work {
  readonly steps: number;
  readonly output: number;
}

const entry = fileURLToPath(new URL("../../packages/markdown/src/index.ts", import.meta.url));
const natives = new URL("natives.js", import.meta.url);

/**
 * Builds the Markdown scanner so that it counts its work: one step for each turn of a loop and each
 * call of a function, and one for each character that a built-in function reads. The number is the
 * same on every machine, however busy.
 */
export async function createWorkCounter(): Promise<(text: string) => Work> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    conditions: ["@botwright/source"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "scanner",
    target: "esnext",
  });
  const context = createContext({});
  runInContext(readFileSync(natives, "utf8"), context);
  runInContext(withCounters(outputFiles[0]?.text ?? ""), context);
  const convert: unknown = runInContext(
    `(text) => {
      work = 0;
      const { length } = scanner.markdownToPlainText(text);
      return { steps: work, output: length };
    }`,
    context,
  );
  return (text) => {
    const result: unknown = typeof convert === "function" ? convert(text) : undefined;
    if (!isWork(result)) throw new Error("the counted scanner gave no number");
    return result;
  };
}

function isWork(value: unknown): value is Work {
  if (typeof value !== "object" || value === null) return false;
  return "steps" in value && "output" in value && Number(value.steps) > 0;
}

/** Adds `work++` to the body of each loop and function. */
function withCounters(source: string): string {
  const insertions: [at: number, text: string][] = [];
  const visit = (node: ts.Node): void => {
    const body = bodyOf(node);
    if (body !== undefined && ts.isBlock(body)) {
      insertions.push([body.getStart() + 1, "work++;"]);
    } else if (body !== undefined) {
      const isStatement = ts.isStatement(body);
      insertions.push([body.getStart(), isStatement ? "{work++;" : "(work++,"]);
      insertions.push([body.end, isStatement ? "}" : ")"]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("scanner.js", source, ts.ScriptTarget.ESNext, true));
  let counted = "";
  let from = 0;
  for (const [at, text] of insertions.toSorted(([a], [b]) => a - b)) {
    counted += source.slice(from, at) + text;
    from = at;
  }
  return counted + source.slice(from);
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  if (ts.isIterationStatement(node, false)) return node.statement;
  return ts.isFunctionLike(node) && "body" in node ? node.body : undefined;
}
