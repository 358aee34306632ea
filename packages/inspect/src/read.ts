import { LIMITS } from "@botwright/core";
import { type AnyNode, type Comment, type Options, parse, type Program, type Token } from "acorn";
import type { Report } from "./finding.ts";
import { resolveNames, type Scopes } from "./scopes.ts";
import { flatten } from "./walk.ts";

/** Nodes within nodes; a chain of additions counts one for each. */
const MAX_DEPTH = 2500;

/** A file that could be read, and what every rule looks at. */
export interface Script extends Scopes {
  readonly source: string;
  readonly program: Program;
  readonly nodes: readonly AnyNode[];
  readonly parents: ReadonlyMap<AnyNode, AnyNode>;
  /** A node and all below it. */
  within(node: AnyNode): readonly AnyNode[];
  readonly comments: readonly Comment[];
  readonly tokens: readonly Token[];
}

/** Reads a module; tells why if it cannot. */
export function readScript(source: string, report: Report): Script | undefined {
  const bytes = new TextEncoder().encode(source).length;
  const { sourceBytes } = LIMITS.plugin;
  if (bytes > sourceBytes) {
    report("too-large", START, `the file has ${bytes} bytes; ${sourceBytes} are allowed`);
    return undefined;
  }
  const comments: Comment[] = [];
  const tokens: Token[] = [];
  const options: Options = {
    ecmaVersion: "latest",
    sourceType: "module",
    ranges: true,
    onComment: comments,
    onToken: tokens,
  };
  try {
    const program = parse(source, options);
    if (program.body.length === 0) {
      report("empty", START, "there is no code: export async function handler(ctx)");
      return undefined;
    }
    const tree = flatten(program);
    if (tree.depth > MAX_DEPTH) {
      const place = tree.nodes.findLast(({ end }) => end > 0) ?? START;
      report("too-deep", place, `nested ${tree.depth} deep; ${MAX_DEPTH} can be read`);
      return undefined;
    }
    return { source, program, comments, tokens, ...tree, ...resolveNames(program) };
  } catch (thrown) {
    reportUnreadable(thrown, report);
    return undefined;
  }
}

const START = { start: 0, end: 0 };

function reportUnreadable(thrown: unknown, report: Report): void {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const start =
    thrown instanceof SyntaxError && "pos" in thrown && typeof thrown.pos === "number"
      ? thrown.pos
      : 0;
  const place = { start, end: start };
  // The parser calls it a syntax error; the analysis of scopes simply overflows.
  if (thrown instanceof RangeError || message.startsWith("Not enough stack space")) {
    report("too-deep", place, "nested too deeply to be read: build it from smaller parts");
  } else {
    report("syntax", place, message.replace(/ \(\d+:\d+\)$/u, ""));
  }
}
