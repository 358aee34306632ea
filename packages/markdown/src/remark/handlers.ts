import type {
  Break,
  Code,
  Definition,
  FootnoteReference,
  Heading,
  Html,
  ImageReference,
  InlineCode,
  Link,
  LinkReference,
  Nodes,
  Paragraph,
  PhrasingContent,
  Table,
  Text,
} from "mdast";
import type { Options } from "strip-markdown";
import { REMOVED } from "../output.ts";
import { type Layout, isLineBreak } from "./layout.ts";

type Remove = NonNullable<Options["remove"]>;

function text(value: string): Text {
  return { type: "text", value };
}

/** A paragraph in place of another block. */
function paragraph(node: Nodes, children: PhrasingContent[]): Paragraph {
  const { position } = node;
  return position === undefined
    ? { type: "paragraph", children }
    : { type: "paragraph", children, position };
}

/** The source text of a node, for nodes that must not change. */
function sourceOf(node: Nodes, layout: Layout): string {
  const { position } = node;
  if (position === undefined) return "";
  const { start, end } = position;
  return layout.lines
    .slice(start.line, end.line + 1)
    .map((line, index, all) => {
      const to = index === all.length - 1 ? end.column - 1 : undefined;
      return line.slice(index === 0 ? start.column - 1 : 0, to);
    })
    .join("\n");
}

/**
 * Handlers for the nodes that strip-markdown would drop or reduce by other rules. A handler returns the
 * replacement of its node, or undefined to remove it; strip-markdown then strips the children of the
 * replacement.
 */
export function handlers(layout: Layout): Remove {
  return [
    ["break", (node: Break): Text => text(`\n${leadOf(node)}`)],
    // The layout holds the lines of code blocks: strip-markdown would merge two adjacent blocks.
    ["code", (node: Code): Paragraph => paragraph(node, [])],
    ["definition", (node: Definition): Paragraph | undefined => definition(node, layout)],
    ["footnoteDefinition", (node: { children: Nodes[] }): Nodes[] => node.children],
    [
      "footnoteReference",
      (node: FootnoteReference): Text => text(`[${node.label ?? node.identifier}]`),
    ],
    ["heading", (node: Heading): Paragraph => heading(node, layout)],
    ["html", html],
    ["image", (): Text => text(REMOVED)],
    ["imageReference", (node: ImageReference): Text => imageReference(node, layout)],
    ["inlineCode", (node: InlineCode): Text => text(inlineCode(node, layout))],
    ["link", (node: Link): Nodes[] => contentOf(node)],
    ["linkReference", (node: LinkReference): Nodes[] => linkReference(node, layout)],
    ["table", (node: Table): Nodes[] => node.children],
    ["thematicBreak", (): undefined => undefined],
  ];
}

/** The parser treats an indent inside a code span as its content. */
function inlineCode(node: InlineCode, layout: Layout): string {
  const padded = /^`+[\n ][^]*\n[\t ]+`+$/.test(sourceOf(node, layout));
  return (padded ? node.value.replace(/\n[\t ]*$/, "") : node.value).replace(/\n[\t ]*/g, " ");
}

/** The printed indent of the line after a hard break, as recorded by the layout. */
function leadOf(node: Break): string {
  return node.data !== undefined && "lead" in node.data ? String(node.data.lead) : "";
}

/** An underline of one or two characters is text. */
function heading(node: Heading, layout: Layout): Paragraph {
  const end = node.position?.end.line ?? 0;
  const last = layout.lines[end] ?? "";
  const short = /(?:^|[\t >])(==?|--?)[\t ]*$/.exec(last)?.[1];
  const underlined = node.position?.start.line !== end;
  if (!underlined || short === undefined) return paragraph(node, node.children);
  return paragraph(node, [...node.children, text(`\n${layout.leads.get(end) ?? ""}${short}`)]);
}

/** HTML stays as text, except for comments and `<br>`: a chat shows it as the author wrote it. */
function html(node: Html): Text {
  if (node.value.startsWith("<!--")) return text(REMOVED);
  return text(isLineBreak(node) ? "\n" : node.value);
}

/** A definition whose target is no URL or path stays as a paragraph. */
function definition(node: Definition, layout: Layout): Paragraph | undefined {
  if (layout.targets.has(node.identifier)) return undefined;
  return paragraph(node, [text(sourceOf(node, layout))]);
}

/** An image is removed, if its definition counts; see {@link definition}. */
function imageReference(node: ImageReference, layout: Layout): Text {
  return text(layout.targets.has(node.identifier) ? REMOVED : sourceOf(node, layout));
}

/**
 * A link leaves its text. If its definition does not count, it is written again as in the source, with
 * converted content.
 */
function linkReference(node: LinkReference, layout: Layout): Nodes[] {
  if (layout.targets.has(node.identifier)) return contentOf(node);
  const after = { full: `][${node.label ?? node.identifier}]`, collapsed: "][]", shortcut: "]" };
  return [text("["), ...node.children, text(after[node.referenceType])];
}

/** The content of a link; a link without text leaves a mark, so that its line can be deleted. */
function contentOf(node: Link | LinkReference): Nodes[] {
  const blank = node.children.every(
    (child) => child.type === "text" && /^[\t\n ]*$/.test(child.value),
  );
  return blank ? [...node.children, text(REMOVED)] : node.children;
}
