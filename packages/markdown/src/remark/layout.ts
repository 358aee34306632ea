import type { Definition, Nodes, Root } from "mdast";
import { circled } from "../blocks/lines.ts";

/** A code block: its first and last source line, its lines, and the prefix of each. */
export interface CodeBlock {
  first: number;
  last: number;
  lines: string[];
  indent: string;
}

/**
 * Information about source lines that the syntax tree lacks.
 *
 * The tree says what a text means, not how it was laid out: blank lines, the indent of lazy lines, and
 * printed list markers have no nodes. Each node has a source position, however, so this information is
 * stored by line number, and the serializer joins both.
 */
export interface Layout {
  /** The source, line by line; line 1 is at index 1. */
  lines: string[];
  /** Printed list and footnote markers per source line. */
  markers: Map<number, string>;
  /** Prefix of a source line's text where no marker precedes it. */
  leads: Map<number, string>;
  /** Code blocks by first source line, including fences. */
  code: Map<number, CodeBlock>;
  /** Identifiers of the definitions whose target is a URL or path. */
  targets: Set<string>;
}

/** An open quote, list item or footnote above a node. */
interface OpenBlock {
  quote: boolean;
  /** Column of an item's marker behind the quotes around it; -1 for others. */
  column: number;
}

/**
 * Collects the layout that the serializer needs from the source, and adds the printed indent of each line to the texts
 * of the tree. It runs before strip-markdown, which drops lists, quotes and their items.
 */
export function layOut(tree: Root, source: string): Layout {
  const layout: Layout = {
    lines: ["", ...source.split("\n")],
    markers: new Map(),
    leads: new Map(),
    code: new Map(),
    targets: new Set(),
  };
  visit(tree, [], layout);
  return layout;
}

/** The number of list items around a node: the level of the printed indent. */
function levelOf(holders: readonly OpenBlock[]): number {
  return holders.filter(({ column }) => column !== -1).length;
}

function indentOf(level: number): string {
  return "  ".repeat(Math.min(level, 10));
}

function startOf(node: Nodes): { line: number; column: number } {
  return node.position?.start ?? { line: 1, column: 1 };
}

/** Splits a source line after `depth` quote markers; `found` is how many it has. */
function behindQuotes(
  line: string,
  depth: number,
): { found: number; rest: string; origin: number } {
  let found = 0;
  let at = 0;
  while (found < depth) {
    const marker = /^[\t ]*>[\t ]?/.exec(line.slice(at));
    if (marker === null) break;
    at += marker[0].length;
    found += 1;
  }
  return { found, rest: line.slice(at), origin: at };
}

/** The column of `index` in `line`, with tabs expanded. */
function columnAt(line: string, index: number): number {
  let column = 0;
  for (let at = 0; at < index; at += 1) column += line[at] === "\t" ? 4 - (column % 4) : 1;
  return column;
}

/** Visits a node with the open blocks around it, and records the layout of its lines. */
function visit(node: Nodes, holders: readonly OpenBlock[], layout: Layout): void {
  const { line, column } = startOf(node);
  const quotes = holders.filter(({ quote }) => quote).length;
  const source = layout.lines[line] ?? "";
  switch (node.type) {
    case "blockquote":
      visitAll(node.children, [...holders, { quote: true, column: -1 }], layout);
      break;
    case "list": {
      let before: { written: number; printed: number } | undefined;
      for (const item of node.children) {
        const start = startOf(item);
        const itemLine = layout.lines[start.line] ?? "";
        const marker = /^(\d*)(.)/.exec(itemLine.slice(start.column - 1));
        let printed = "• ";
        if (node.ordered === true && marker !== null) {
          const written = Number(marker[1]);
          // A repeated number (`1. 1. 1.`) counts on, as in `printedMarker` of the linear scanner.
          const number = before?.written === written ? before.printed + 1 : written;
          before = { written, printed: number };
          const digits = number === written ? marker[0] : `${number}${marker[2]}`;
          printed = circled(number) ?? `${digits} `;
        }
        addMarker(layout, start.line, levelOf(holders), printed);
        const holder = { quote: false, column: itemColumn(itemLine, start.column - 1, quotes) };
        const first = item.children[0];
        if (typeof item.checked === "boolean" && first?.type === "paragraph") {
          // A box alone on its line: the item's text starts on the next one.
          const alone = /\[[ \txX]\][ \t]*$/.test(itemLine) ? "\n" : "";
          const text = first.children[0];
          if (text?.type === "text") text.value = text.value.replace(/^[\t ]+/, "");
          first.children.unshift({ type: "text", value: (item.checked ? "☑ " : "☐ ") + alone });
        }
        visitAll(item.children, [...holders, holder], layout);
      }
      break;
    }
    case "footnoteDefinition":
      addMarker(layout, line, levelOf(holders), `[${node.label ?? node.identifier}] `);
      visitAll(node.children, [...holders, { quote: false, column: -1 }], layout);
      break;
    case "definition":
      if (isTarget(node, source)) layout.targets.add(node.identifier);
      break;
    case "code":
      layout.code.set(line, codeBlock(node, holders, quotes, layout));
      break;
    case "paragraph":
    case "heading": {
      const level = levelOf(holders);
      // A heading with `#` is one line with the indent of its level; an underlined one is laid out as a
      // paragraph.
      const atx = node.type === "heading" && source.charAt(column - 1) === "#";
      const before = source.slice(0, column - 1);
      const lead = atx ? indentOf(level) : continuation(before, holders, quotes, level);
      layout.leads.set(line, lead);
      const last = node.position?.end.line ?? line;
      if (last > line) {
        layout.leads.set(last, continuation(layout.lines[last] ?? "", holders, quotes, level));
      }
      indentLines(node, { line }, indentOf(level), (at) =>
        continuation(layout.lines[at] ?? "", holders, quotes, level),
      );
      break;
    }
    case "table":
      for (const row of node.children)
        layout.leads.set(startOf(row).line, indentOf(levelOf(holders)));
      break;
    case "root":
      visitAll(node.children, holders, layout);
      break;
    default:
  }
}

function visitAll(nodes: readonly Nodes[], holders: readonly OpenBlock[], layout: Layout): void {
  for (const node of nodes) visit(node, holders, layout);
}

/** Appends a printed marker to a source line; the first one is indented. */
function addMarker(layout: Layout, line: number, level: number, marker: string): void {
  const before = layout.markers.get(line) ?? indentOf(level);
  layout.markers.set(line, `${before}${marker}`);
}

/** The column of an item's marker behind the quotes around it. */
function itemColumn(line: string, index: number, quotes: number): number {
  let origin = 0;
  for (let depth = 0; depth < quotes; depth += 1) origin = line.indexOf(">", origin) + 1;
  if (quotes > 0 && /[\t ]/.test(line.charAt(origin))) origin += 1;
  return columnAt(line, index) - columnAt(line, origin);
}

/** A target that looks like a URL or a path; other definitions are ordinary text. */
function isTarget(node: Definition, source: string): boolean {
  const angle = /\]:[\t ]*</.test(source);
  return angle || /^[a-z][a-z\d+.-]*:|^[/#.]|^www\.|[\w-]\.[a-z]/i.test(node.url);
}

/** The printed indent of a line that continues a paragraph; that of a lazy line is as written. */
function continuation(
  line: string,
  holders: readonly OpenBlock[],
  quotes: number,
  level: number,
): string {
  const { found, rest, origin } = behindQuotes(line, quotes);
  const written = /^[\t ]*/.exec(rest)?.[0] ?? "";
  const inner = holders.at(-1);
  const column = columnAt(line, origin + written.length) - columnAt(line, origin);
  // A line is lazy if it lacks a quote marker, or is not indented like the content of its item.
  const lazy =
    found < quotes || (inner !== undefined && column < inner.column + 2 && inner.column !== -1);
  return lazy || level === 0 ? written : indentOf(level);
}

/** Whether the node is a `<br>`. */
export function isLineBreak(node: Nodes): boolean {
  return node.type === "html" && /^<br\s*\/?>$/i.test(node.value);
}

/**
 * Writes the indent of each line into the texts of a paragraph or heading. `at.line` follows the source
 * line through the children: a text advances it by its line feeds, and every node with a position corrects
 * it.
 */
function indentLines(
  node: Nodes,
  at: { line: number },
  indent: string,
  lead: (line: number) => string,
): void {
  if (node.position !== undefined) at.line = node.position.start.line;
  if (node.type === "text" || node.type === "html") {
    node.value = node.value.replaceAll("\n", () => `\n${lead((at.line += 1))}`);
    if (isLineBreak(node)) node.value = `\n${indent}`;
  } else if (node.type === "break") {
    at.line += 1;
    node.data = { lead: lead(at.line) };
  } else if ("children" in node) {
    for (const child of node.children) indentLines(child, at, indent, lead);
  }
  if (node.position !== undefined) at.line = node.position.end.line;
}

/** Records a code block with the prefix of each line. */
function codeBlock(
  node: Nodes & { type: "code" },
  holders: readonly OpenBlock[],
  quotes: number,
  layout: Layout,
): CodeBlock {
  const first = startOf(node);
  const after = node.position?.end ?? first;
  // A block that ends in column 1 ends with the line before.
  const end = after.column === 1 ? after.line - 1 : after.line;
  const opening = (layout.lines[first.line] ?? "").slice(first.column - 1);
  const fence = /^(?:`{3,}|~{3,})/.exec(opening)?.[0];
  const indent = indentOf(levelOf(holders));
  let lines = node.value.split("\n");
  if (fence === undefined) {
    lines = lines.map((line, index) => {
      if (line.trim() === "") return "";
      return indent === ""
        ? behindQuotes(layout.lines[first.line + index] ?? "", quotes).rest
        : line;
    });
    return { first: first.line, last: first.line + lines.length - 1, lines, indent };
  }
  const last = behindQuotes(layout.lines[end] ?? "", quotes).rest.trim();
  const closed = end > first.line && last.startsWith(fence) && /^(.)\1*$/.test(last);
  // The parser has the same value for no line and for only blank lines; the positions show how many there are.
  if (node.value === "") {
    lines = Array.from({ length: end - first.line - (closed ? 1 : 0) }, () => "");
  }
  // Blank lines at the end of an unclosed fence count as blank lines after it.
  if (!closed) while (lines.at(-1)?.trim() === "") lines.pop();
  return { first: first.line + 1, last: first.line + lines.length, lines, indent };
}
