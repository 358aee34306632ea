import type { ComponentChildren, JSX } from "preact";

/** A block of a text; a block of no other kind is a paragraph. */
type Block =
  | { readonly type: "heading"; readonly depth: number; readonly text: string }
  | { readonly type: "code" | "quote" | "text"; readonly text: string }
  | { readonly type: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly type: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly type: "rule" };

/** The most blocks of one text that are rendered. */
const MAX_BLOCKS = 5000;

/**
 * Renders a stranger's Markdown as elements: headings, lists, tables, quotes, code, bold, italic and links.
 * HTML stays text, images become links, and links lead only to `http` and `https`, in a new tab. Each line
 * is read once, so that the time is linear in the length of the text.
 */
export function Markdown({ text }: { readonly text: string }): JSX.Element {
  return <div class="markdown">{blocksOf(text).map(drawBlock)}</div>;
}

function drawBlock(block: Block, index: number): JSX.Element {
  switch (block.type) {
    case "heading": {
      // The page's own headings are of the first and second level.
      const Tag = HEADINGS[Math.min(block.depth, HEADINGS.length) - 1] ?? "h6";
      return <Tag key={index}>{inline(block.text)}</Tag>;
    }
    case "code":
      return (
        <pre key={index} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return <blockquote key={index}>{inline(block.text)}</blockquote>;
    case "list": {
      const items = block.items.map((item, place) => <li key={place}>{inline(item)}</li>);
      return block.isOrdered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
    case "table":
      return (
        <div key={index} class="scroll" tabIndex={0}>
          <table>
            <tbody>
              {block.rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, place) =>
                    row === 0 ? (
                      <th key={place} scope="col">
                        {inline(cell)}
                      </th>
                    ) : (
                      <td key={place}>{inline(cell)}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case "rule":
      return <hr key={index} />;
    default:
      return <p key={index}>{inline(block.text)}</p>;
  }
}

const HEADINGS = ["h3", "h4", "h5", "h6"] as const;

/** Splits a text into blocks, line by line. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  let at = 0;
  /** Takes lines as long as `pattern` matches, and removes its match from their beginnings. */
  const take = (pattern: RegExp): string[] => {
    const taken: string[] = [];
    for (; at < lines.length && pattern.test(lines[at] ?? ""); at += 1) {
      taken.push((lines[at] ?? "").replace(pattern, ""));
    }
    return taken;
  };
  while (at < lines.length && blocks.length < MAX_BLOCKS) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,6})\s+/.exec(line);
    if (line.trim() === "") at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      const code: string[] = [];
      for (; at < lines.length && !FENCE.test(lines[at] ?? ""); at += 1) code.push(lines[at] ?? "");
      at += 1;
      blocks.push({ type: "code", text: code.join("\n") });
    } else if (heading !== null) {
      at += 1;
      const depth = heading[1]?.length ?? 1;
      blocks.push({ type: "heading", depth, text: line.slice(heading[0].length) });
    } else if (/^\s{0,3}(?:-{3,}|\*{3,}|_{3,})$/.test(line)) {
      at += 1;
      blocks.push({ type: "rule" });
    } else if (BULLET.test(line)) {
      blocks.push({ type: "list", isOrdered: false, items: take(BULLET) });
    } else if (NUMBER.test(line)) {
      blocks.push({ type: "list", isOrdered: true, items: take(NUMBER) });
    } else if (QUOTE.test(line)) blocks.push({ type: "quote", text: take(QUOTE).join("\n") });
    else if (ROW.test(line)) {
      const rows = take(/^\s*\|/).filter((row) => !/^[\s|:-]+$/.test(row));
      blocks.push({ type: "table", rows: rows.map(cellsOf) });
    } else {
      const paragraph: string[] = [];
      do paragraph.push(lines[at++] ?? "");
      while (at < lines.length && !BREAK.test(lines[at] ?? ""));
      blocks.push({ type: "text", text: paragraph.join("\n") });
    }
  }
  return blocks;
}

const FENCE = /^\s{0,3}(?:```|~~~)/;
const BULLET = /^\s{0,8}[-*+]\s+/;
const NUMBER = /^\s{0,8}\d{1,9}[.)]\s+/;
const QUOTE = /^\s{0,3}>\s?/;
const ROW = /^\s*\|/;
/** Lines at which a paragraph ends. */
const BREAK = /^(?:\s*$|\s{0,3}(?:```|~~~|#{1,6}\s|>)|\s{0,8}(?:[-*+]|\d{1,9}[.)])\s|\s*\|)/;

/** The cells of a row whose first bar was removed. */
function cellsOf(row: string): string[] {
  const cells = row.split("|").map((cell) => cell.trim());
  return cells.at(-1) === "" ? cells.slice(0, -1) : cells;
}

/** Code, bold, italic, links, images and bare URLs; every part ends at the next one of its delimiters. */
const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!?\[([^[\]]{1,500})\]\(([^()\s]{1,2000})(?: "[^"]{0,500}")?\)|(https?:\/\/[^\s<>()"'`]{1,2000})/g;

function inline(text: string, depth = 0): ComponentChildren[] {
  if (depth > 2) return [text];
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, italic, label, target, bare] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<strong>{inline(bold, depth + 1)}</strong>);
    else if (italic !== undefined) parts.push(<em>{inline(italic, depth + 1)}</em>);
    else parts.push(<ExternalLink href={target ?? bare ?? ""}>{label ?? bare}</ExternalLink>);
  }
  parts.push(text.slice(end));
  return parts;
}

/** A link that a stranger has written; plain text when it does not lead to a web page. */
export function ExternalLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol)) return <span>{children}</span>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow ugc" class="external">
      {children}
    </a>
  );
}
