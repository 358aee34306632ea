import type { AnyNode } from "acorn";
import type { Place } from "../finding.ts";
import type { Script } from "../syntax/read.ts";
import { LONG_BIGINT } from "./numbers.ts";

/** A text in a file, and its place. */
export interface Piece {
  readonly text: string;
  readonly place: Place;
  /** `undefined` for a comment. */
  readonly node: AnyNode | undefined;
  /** Pieces of the same parent belong together. */
  readonly parent: AnyNode | undefined;
}

/** The parts of a file that can carry data, by their form. */
export interface Pieces {
  readonly texts: readonly Piece[];
  readonly names: readonly Piece[];
  readonly regexes: readonly Piece[];
  /** Comments that a function's `toString` returns. */
  readonly commentsInFunctions: readonly Piece[];
  /** Comments that no code can read. */
  readonly otherComments: readonly Piece[];
}

/** Shorter names come from a minifier. */
const MIN_NAME = 4;
/** Shorter names are mostly words, which repeat; each counts as data only once. */
const LONG_NAME = 8;

/** Collects the parts that can carry data, in the order of the source. */
export function collectPieces(script: Script): Pieces {
  const texts: Piece[] = [];
  const names: Piece[] = [];
  const regexes: Piece[] = [];
  const known = new Set<string>();
  const add = (list: Piece[], node: AnyNode, text: string): unknown =>
    list.push({ text, place: node, node, parent: script.parents.get(node) });
  for (const node of script.nodes) {
    if (node.type === "Literal") {
      if (node.regex) add(regexes, node, node.regex.pattern);
      else if (node.bigint && node.bigint.length >= LONG_BIGINT) {
        add(texts, node, node.bigint.replace(/^0[box]/iu, ""));
      } else if (typeof node.value === "string") add(texts, node, node.value);
    } else if (node.type === "TemplateElement") {
      const { cooked, raw } = node.value;
      add(texts, node, cooked ?? raw);
      if (cooked !== raw && isTagged(script, node)) add(texts, node, backslashesOf(raw));
    } else if (node.type === "Identifier" || node.type === "PrivateIdentifier") {
      const parent = node.name.length >= MIN_NAME ? script.parents.get(node) : undefined;
      if (parent === undefined) continue;
      const isDeclared = isDeclaring(parent, node);
      if (!isDeclared && !isMember(parent, node)) continue;
      const isNew = !known.has(node.name);
      known.add(node.name);
      if (isNew || (isDeclared && node.name.length >= LONG_NAME)) add(names, node, node.name);
    }
  }
  return { texts, names, regexes, ...collectComments(script) };
}

/** Whether a tag function gets the raw text of a template. */
function isTagged({ parents }: Script, element: AnyNode): boolean {
  const template = parents.get(element);
  return template !== undefined && parents.get(template)?.type === "TaggedTemplateExpression";
}

/** Which characters of a text have a backslash, because needless ones can carry data. */
const backslashesOf = (raw: string): string =>
  raw.replaceAll(/\\?[^]/gu, (written) => (written.length > 1 ? "1" : "0"));

/** Whether a name is declared here; a name that is used ten times carries its data once. */
function isDeclaring(parent: AnyNode, node: AnyNode): boolean {
  switch (parent.type) {
    case "Property":
    case "PropertyDefinition":
    case "MethodDefinition":
      return parent.key === node && !parent.computed;
    case "ClassDeclaration":
    case "ClassExpression":
    case "VariableDeclarator":
      return parent.id === node;
    case "ArrowFunctionExpression":
      return parent.body !== node;
    case "ArrayPattern":
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "RestElement":
      return true;
    case "AssignmentPattern":
      return parent.left === node;
    case "LabeledStatement":
      return parent.label === node;
    default:
      return false;
  }
}

/** Whether a name is an accessed property: a Proxy, or the source of the function, can reveal it to the code. */
function isMember(parent: AnyNode, node: AnyNode): boolean {
  return parent.type === "MemberExpression" && parent.property === node && !parent.computed;
}

function collectComments(script: Script): Pick<Pieces, "commentsInFunctions" | "otherComments"> {
  const commentsInFunctions: Piece[] = [];
  const otherComments: Piece[] = [];
  const around = script.nodes.filter(
    (node) => /Function|Class/u.test(node.type) && !script.functions.has(node),
  );
  let next = 0;
  for (const comment of script.comments) {
    while ((around[next]?.end ?? Infinity) <= comment.start) next += 1;
    const isInside = comment.start >= (around[next]?.start ?? Infinity);
    const list = isInside ? commentsInFunctions : otherComments;
    list.push({ text: comment.value, place: comment, node: undefined, parent: undefined });
  }
  return { commentsInFunctions, otherComments };
}
