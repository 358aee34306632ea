import type { AnyNode } from "acorn";
import type { Place } from "../finding.ts";
import { type Sentence, sentence } from "../words/sentence.ts";
import type { FlatTree } from "./walk.ts";

/**
 * The most different names, and named groups of regular expressions, because the parser compares each with all
 * others of its scope.
 */
const MAX_NAMES = 20_000;
const MAX_GROUPS = 2000;
/**
 * The most declared names times the scopes in which the parser stores them, because it stores a `var` in every block
 * around it.
 */
const MAX_DECLARED = 1_000_000;
/** The most parts of patterns times the assignments around them, because the parser checks them for each. */
const MAX_TARGETS = 500_000;
/** The most comparisons of alternatives around groups of the same name. */
const MAX_COMPARED = 20_000_000;
/** The most names in patterns times the defaults around them, because each counts as a write of the name. */
const MAX_DEFAULT_WRITES = 200_000;
/** The most name references times enclosing scopes, because names are resolved from the inside out. */
const MAX_LOOKUPS = 5_000_000;
/**
 * The most mentions of a name in the parameters of a function times those in its body, because each mention in a
 * default value is compared with each declaration in the body, although it cannot refer to it.
 */
const MAX_DEFAULTS = 2_000_000;

/** Thrown for a file that is small enough, but would take too long to analyse. */
export class TooComplex extends Error {
  readonly place: Place;
  readonly sentence: Sentence;

  constructor({ start, end }: Place, said: Sentence) {
    super(said.key);
    this.place = { start, end };
    this.sentence = said;
  }
}

/** Counts the comparisons that a file causes in the parser. */
export interface ParseCounter {
  /** @throws {TooComplex} */
  readonly name: (name: string, place: Place) => void;
  /** @throws {TooComplex} */
  readonly declared: (place: Place) => void;
  /** @throws {TooComplex} */
  readonly targets: (parts: number, place: Place) => void;
  /** @throws {TooComplex} */
  readonly compared: (comparisons: number, place: Place) => void;
}

/** Creates the counter of one file. */
export function createParseCounter(): ParseCounter {
  const names = new Set<string>();
  let declared = 0;
  let targets = 0;
  let compared = 0;
  return {
    name(name, place) {
      if (names.add(name).size <= MAX_NAMES) return;
      throw new TooComplex(place, sentence("too-complex/names", { most: MAX_NAMES }));
    },
    declared(place) {
      declared += 1;
      if (declared > MAX_DECLARED) throw new TooComplex(place, sentence("too-complex/scopes"));
    },
    targets(parts, place) {
      targets += parts;
      if (targets > MAX_TARGETS) throw new TooComplex(place, sentence("too-complex/patterns"));
    },
    compared(comparisons, place) {
      compared += comparisons;
      if (compared > MAX_COMPARED) throw new TooComplex(place, sentence("too-complex/branches"));
    },
  };
}

/** @throws {TooComplex} */
export function checkGroups(source: string): void {
  let count = 0;
  for (const { index } of source.matchAll(/\(\?<[^=!]/gu)) {
    count += 1;
    if (count <= MAX_GROUPS) continue;
    const place = { start: index, end: index + 3 };
    throw new TooComplex(place, sentence("too-complex/groups", { most: MAX_GROUPS }));
  }
}

/** A scope around the current node. */
interface OpenScope {
  readonly level: number;
  /** For a function whose parameters are not only plain names. */
  readonly defaults?: Defaults | undefined;
}

/** How often the parameters of a function mention each name. */
interface Defaults {
  readonly bodyStart: number;
  readonly mentions: Map<string, number>;
}

/** @throws {TooComplex} */
export function checkLookups({ nodes, levels }: FlatTree): void {
  const open: OpenScope[] = [];
  /** The `defaults` of the open scopes. */
  const withDefaults: Defaults[] = [];
  /** The positions of the defaults of the patterns around the current node. */
  const patterns: number[] = [];
  let lookups = 0;
  let compared = 0;
  let writes = 0;
  for (const [index, node] of nodes.entries()) {
    const level = levels[index] ?? 0;
    // Nodes come in source order, so a pattern ends where its default starts.
    while ((patterns.at(-1) ?? Infinity) <= node.start) patterns.pop();
    while ((open.at(-1)?.level ?? -1) >= level) {
      if (open.pop()?.defaults !== undefined) withDefaults.pop();
    }
    if (node.type === "Identifier") {
      lookups += open.length;
      for (const defaults of withDefaults) compared += mention(defaults, node);
      if (lookups > MAX_LOOKUPS || compared > MAX_DEFAULTS) {
        throw new TooComplex(node, sentence("too-complex/scopes"));
      }
      writes += patterns.length;
      if (writes > MAX_DEFAULT_WRITES) {
        throw new TooComplex(node, sentence("too-complex/patterns"));
      }
    } else if (node.type === "AssignmentPattern") {
      patterns.push(node.right.start);
    } else if (SCOPES.test(node.type)) {
      const defaults = defaultsOf(node);
      open.push({ level, defaults });
      if (defaults !== undefined) withDefaults.push(defaults);
    }
  }
}

/** Nodes that have a scope of their own. */
const SCOPES = /Function|^Block|^For|^Switch|^Catch|^Class|^Static/u;

/** How many comparisons a mention of a name adds. */
function mention(
  { bodyStart, mentions }: Defaults,
  { name, start }: AnyNode & { type: "Identifier" },
): number {
  const before = mentions.get(name) ?? 0;
  if (start >= bodyStart) return before;
  mentions.set(name, before + 1);
  return 1;
}

function defaultsOf(node: AnyNode): Defaults | undefined {
  if (!("params" in node) || node.params.every(({ type }) => type === "Identifier")) {
    return undefined;
  }
  return { bodyStart: node.body.start, mentions: new Map() };
}
