import type { Nodes } from "mdast";
import { trimEnd } from "../characters.ts";
import { Output, withoutRemoved } from "../output.ts";
import type { CodeBlock, Layout } from "./layout.ts";

/**
 * Writes the stripped tree; looks up the lines between two blocks in the source. It goes through the source
 * lines once, in step with the blocks: lines before a block are blank, have a lone list marker, or are
 * deleted.
 */
export function serialize(tree: Nodes, layout: Layout): string {
  const writer = new Writer(layout);
  if ("children" in tree) for (const block of tree.children) writer.block(block);
  return writer.finish();
}

class Writer {
  readonly #layout: Layout;
  readonly #out: Output = new Output();
  /** The last source line that was processed. */
  #line = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Writes a block and the lines before it. */
  block(node: Nodes): void {
    const first = node.position?.start.line ?? this.#line + 1;
    this.#skipTo(first);
    const code = this.#layout.code.get(first);
    const marker = this.#layout.markers.get(first);
    // An empty paragraph at the first line of a code block stands for it, see `handlers`.
    if (code !== undefined && node.type === "paragraph" && node.children.length === 0) {
      this.#code(first, code, marker ?? "");
      return;
    }
    const prefix = marker ?? this.#layout.leads.get(first) ?? "";
    if (node.type === "tableRow") {
      const cells = node.children.map((cell) => cellText(cell)).filter((text) => text !== "");
      if (cells.length > 0) this.#out.verbatim(prefix + cells.join(" "));
      else this.#out.marker(prefix);
    } else {
      const text = textOf(node);
      if (text === "") this.#out.marker(marker ?? "");
      else this.#out.lines(prefix, text);
    }
    this.#line = node.position?.end.line ?? first;
  }

  /** Writes a code block from the layout. The line of an opening fence is a deleted line. */
  #code(start: number, code: CodeBlock, marker: string): void {
    if (code.first > start) this.#out.deleted();
    code.lines.forEach((line, index) => {
      const prefix = index === 0 && marker !== "" ? marker : code.indent;
      this.#out.verbatim(line === "" ? trimEnd(index === 0 ? marker : "") : prefix + line);
    });
    if (code.lines.length === 0) this.#out.marker(marker);
    this.#line = code.last;
  }

  /** Processes the source lines before `line`: blank ones, lone markers and deleted ones. */
  #skipTo(line: number): void {
    for (let at = this.#line + 1; at < line; at += 1) {
      const source = this.#layout.lines[at] ?? "";
      const marker = this.#layout.markers.get(at);
      if (marker !== undefined) this.#out.marker(marker);
      else if (/^[\t >]*$/.test(source)) this.#out.blank();
      else this.#out.deleted();
    }
  }

  finish(): string {
    this.#skipTo(this.#layout.lines.length);
    return this.#out.toString();
  }
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => textOf(child)).join("") : "";
}

function cellText(cell: Nodes): string {
  return withoutRemoved(textOf(cell).replaceAll("\n", " ")).replace(/^[\t ]+|[\t ]+$/g, "");
}
