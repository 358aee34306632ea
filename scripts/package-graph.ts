/**
 * Draws the packages and their dependencies, as the layer test checks them, into `docs/images/packages.svg`.
 * Usage: `node scripts/package-graph.ts`.
 */
import { writeFile } from "node:fs/promises";
import { ALLOWED_IMPORTS, packageFolders, roleOf } from "../test/repository.ts";

const WIDTH = 900;
const BOX = { width: 128, height: 44, gap: 84 };

/** What each is for, in a few words. */
const PURPOSES: Readonly<Record<string, string>> = {
  cli: "the command botwright",
  harness: "tests of plugins",
  host: "for many users' bots",
  console: "the web console",
  plugins: "built-in plugins",
  services: "AI, search, storage",
  "adapter-*": "one per platform",
  "adapter-kit": "what adapters share",
  sandbox: "runs untrusted code",
  inspect: "static analysis",
  simulators: "the platforms' wire",
  playground: "chats in a browser",
  "guarded-fetch": "public HTTPS only",
  core: "types, ports, runtime",
  markdown: "Markdown to text",
};

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The picture as SVG. */
export function drawPackageGraph(): string {
  const names = [...new Set(packageFolders.map(roleOf))];
  const below = (name: string): string[] =>
    (ALLOWED_IMPORTS[name] ?? []).filter((other) => other !== name && names.includes(other));
  const above = (name: string): string[] => names.filter((other) => below(other).includes(name));
  const rowOf = (name: string): number =>
    Math.max(0, ...above(name).map((other) => rowOf(other) + 1));
  const boxes = new Map<string, Box>();
  const rows = [...Map.groupBy(names, rowOf)].toSorted(([a], [b]) => a - b);
  for (const [rowIndex, row] of rows) {
    // Below the packages that depend on it, so that few arrows cross.
    const middle = (name: string): number => mean(above(name).map((other) => boxes.get(other)?.x));
    const sorted = row.toSorted((a, b) => middle(a) - middle(b) || a.localeCompare(b));
    const step = WIDTH / row.length;
    for (const [index, name] of sorted.entries()) {
      boxes.set(name, { name, x: step * (index + 0.5), y: 30 + rowIndex * (BOX.height + BOX.gap) });
    }
  }
  // An arrow that others already make is left out: the picture is of the shortest ways.
  const reaches = (from: string, to: string): boolean =>
    below(from).some((other) => other === to || reaches(other, to));
  const arrows = names.flatMap((from) =>
    below(from)
      .filter((to) => !below(from).some((other) => other !== to && reaches(other, to)))
      .map((to) => arrow(boxes.get(from), boxes.get(to))),
  );
  const height = 60 + rows.length * (BOX.height + BOX.gap) - BOX.gap;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="The packages and which of them uses which">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>
${arrows.join("\n")}
${[...boxes.values()].map(box).join("\n")}
</svg>
`;
}

function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? WIDTH / 2 : known.reduce((a, b) => a + b, 0) / known.length;
}

function box({ name, x, y }: Box): string {
  const { width, height } = BOX;
  const left = x - width / 2;
  return `<g text-anchor="middle"><rect x="${left}" y="${y}" width="${width}" height="${height}" rx="6" fill="#ddf4ff" stroke="#54aeff"/><text x="${x}" y="${y + 19}" font-size="14" fill="#1f2328">${name}</text><text x="${x}" y="${y + 34}" font-size="10" fill="#57606a">${PURPOSES[name] ?? ""}</text></g>`;
}

function arrow(from: Box | undefined, to: Box | undefined): string {
  if (from === undefined || to === undefined) return "";
  const [startY, endY] = [from.y + BOX.height, to.y - 2];
  const bend = (endY - startY) * 0.5;
  // Arrows that meet a box come in beside one another.
  const endX = to.x + Math.max(-50, Math.min(50, (from.x - to.x) * 0.15));
  return `<path d="M${from.x} ${startY}C${from.x} ${startY + bend} ${endX} ${endY - bend} ${endX} ${endY}" fill="none" stroke="#57606a" stroke-width="1.2" marker-end="url(#tip)"/>`;
}

if (import.meta.main) {
  await writeFile(new URL("../docs/images/packages.svg", import.meta.url), drawPackageGraph());
}
