import { LIMITS } from "@botwright/core";
import type { AnyNode, Comment, Options, Program, Token } from "acorn";
import type { Place, Report } from "../finding.ts";
import { explainSyntax } from "../notices/explain-syntax.ts";
import { ScopedParser } from "./parser.ts";
import { resolveNames, type Scopes } from "./scopes.ts";
import { type FlatTree, flatten } from "./walk.ts";
import { type Sentence, sentence } from "../words/sentence.ts";

/** Nodes within nodes; a chain of additions counts one for each. */
const MAX_DEPTH = 2500;
/**
 * Different names, and named groups of regular expressions: the parser compares each one with all
 * of its scope.
 */
const MAX_NAMES = 20_000;
const MAX_GROUPS = 2000;
/** Maximum of name references times enclosing scopes, because names are resolved from the inside out. */
const MAX_LOOKUPS = 5_000_000;

/** A readable file, with everything that rules examine. */
export interface Script extends Scopes {
  readonly source: string;
  readonly program: Program;
  readonly nodes: readonly AnyNode[];
  readonly parents: ReadonlyMap<AnyNode, AnyNode>;
  /** The innermost function around each node. */
  readonly functions: ReadonlyMap<AnyNode, AnyNode>;
  /** A node and all below it. */
  within(node: AnyNode): readonly AnyNode[];
  readonly comments: readonly Comment[];
  readonly tokens: readonly Token[];
}

/** Parses a module; returns the reason if it cannot. */
export function readScript(source: string, report: Report): Script | undefined {
  const bytes = new TextEncoder().encode(source).length;
  const { sourceBytes } = LIMITS.plugin;
  if (bytes > sourceBytes) {
    report("too-large", START, sentence("too-large", { bytes, most: sourceBytes }));
    return undefined;
  }
  const comments: Comment[] = [];
  const tokens: Token[] = [];
  const names = new Set<string>();
  const options: Options = {
    ecmaVersion: "latest",
    sourceType: "module",
    ranges: true,
    onComment: comments,
    onToken(token) {
      tokens.push(token);
      if (
        token.type.label === "name" &&
        names.add(source.slice(token.start, token.end)).size > MAX_NAMES
      ) {
        throw new TooComplex(token, sentence("too-complex/names", { most: MAX_NAMES }));
      }
    },
  };
  try {
    checkGroups(source);
    const program = ScopedParser.parse(source, options);
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

/** What would take too long to read, though it is small enough. */
class TooComplex extends Error {
  readonly place: Place;
  readonly sentence: Sentence;

  constructor({ start, end }: Place, said: Sentence) {
    super(said.key);
    this.place = { start, end };
    this.sentence = said;
  }
}

function checkGroups(source: string): void {
  let count = 0;
  for (const { index } of source.matchAll(/\(\?<[^=!]/gu)) {
    count += 1;
    if (count <= MAX_GROUPS) continue;
    const place = { start: index, end: index + 3 };
    throw new TooComplex(place, sentence("too-complex/groups", { most: MAX_GROUPS }));
  }
}

function checkLookups({ nodes, levels }: FlatTree): void {
  /** The levels of the scopes around the node. */
  const open: number[] = [];
  let lookups = 0;
  for (const [index, node] of nodes.entries()) {
    const level = levels[index] ?? 0;
    while ((open.at(-1) ?? -1) >= level) open.pop();
    if (node.type === "Identifier") {
      lookups += open.length;
      if (lookups > MAX_LOOKUPS) throw new TooComplex(node, sentence("too-complex/scopes"));
    } else if (SCOPES.test(node.type)) open.push(level);
  }
}

/** Nodes that have names of their own. */
const SCOPES = /Function|^Block|^For|^Switch|^Catch|^Class|^Static/u;

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
  // The parser calls it a syntax error; the analysis of scopes simply overflows.
  if (thrown instanceof RangeError || message.startsWith("Not enough stack space")) {
    report("too-deep", place, sentence("too-deep"));
  } else {
    const plain = message.replace(/ \(\d+:\d+\)$/u, "");
    report("syntax", place, explainSyntax(source, start, plain));
  }
}
