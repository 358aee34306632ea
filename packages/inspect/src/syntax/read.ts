import { LIMITS } from "@botwright/core";
import type { AnyNode, Comment, Options, Program, Token } from "acorn";
import type { Place, Report } from "../finding.ts";
import { explainSyntax } from "../notices/explain-syntax.ts";
import { checkGroups, checkLookups, createParseCounter, TooComplex } from "./complexity.ts";
import { createBoundedParser } from "./parser.ts";
import { resolveNames, type Scopes } from "./scopes.ts";
import { flatten } from "./walk.ts";
import { sentence } from "../words/sentence.ts";

/** The deepest nesting of nodes; a chain of additions counts one level each. */
const MAX_DEPTH = 2500;

/** A parsed file, with all data that rules examine. */
export interface Script extends Scopes {
  readonly source: string;
  readonly program: Program;
  readonly nodes: readonly AnyNode[];
  readonly parents: ReadonlyMap<AnyNode, AnyNode>;
  /** The innermost function around each node. */
  readonly functions: ReadonlyMap<AnyNode, AnyNode>;
  /** A node and all nodes below it. */
  within(node: AnyNode): readonly AnyNode[];
  readonly comments: readonly Comment[];
  readonly tokens: readonly Token[];
}

/** Parses a module; on failure reports the reason and returns `undefined`. */
export function readScript(source: string, report: Report): Script | undefined {
  const bytes = new TextEncoder().encode(source).length;
  const { sourceBytes } = LIMITS.plugin;
  if (bytes > sourceBytes) {
    report("too-large", START, sentence("too-large", { bytes, most: sourceBytes }));
    return undefined;
  }
  const comments: Comment[] = [];
  const tokens: Token[] = [];
  const counter = createParseCounter();
  const options: Options = {
    ecmaVersion: "latest",
    sourceType: "module",
    ranges: true,
    onComment: comments,
    onToken(token) {
      tokens.push(token);
      if (token.type.label === "name") {
        counter.name(source.slice(token.start, token.end), token);
      }
    },
  };
  try {
    checkGroups(source);
    const lastToken = (): Place => tokens.at(-1) ?? START;
    const parser = createBoundedParser({
      onDeclared: () => counter.declared(lastToken()),
      onTargets: (parts) => counter.targets(parts, lastToken()),
      onCompared: (comparisons) => counter.compared(comparisons, lastToken()),
    });
    const program = parser.parse(source, options);
    if (program.body.length === 0) {
      report("empty", START, sentence("empty"));
      return undefined;
    }
    const tree = flatten(program);
    if (tree.depth > MAX_DEPTH) {
      const place = tree.nodes.findLast(({ end }) => end > 0) ?? START;
      report(
        "too-deep",
        place,
        sentence("too-deep/levels", { depth: tree.depth, most: MAX_DEPTH }),
      );
      return undefined;
    }
    checkLookups(tree);
    return { source, program, comments, tokens, ...tree, ...resolveNames(program) };
  } catch (thrown) {
    reportUnreadable(thrown, source, report);
    return undefined;
  }
}

const START = { start: 0, end: 0 };

function reportUnreadable(thrown: unknown, source: string, report: Report): void {
  if (thrown instanceof TooComplex) {
    report("too-complex", thrown.place, thrown.sentence);
    return;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const start =
    thrown instanceof SyntaxError && "pos" in thrown && typeof thrown.pos === "number"
      ? thrown.pos
      : 0;
  const place = { start, end: start };
  // When the stack overflows, the parser throws a syntax error that says so, and the analysis of scopes a RangeError. A
  // TypeError was seen there too, for an unknown reason. So any other error than a SyntaxError counts as an overflow.
  if (!(thrown instanceof SyntaxError) || message.startsWith("Not enough stack space")) {
    report("too-deep", place, sentence("too-deep"));
  } else {
    const plain = message.replace(/ \(\d+:\d+\)$/u, "");
    report("syntax", place, explainSyntax(source, start, plain));
  }
}
