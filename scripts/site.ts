/**
 * Builds the documentation's site into `site`: the guides, each package's README, and the reference
 * of every public symbol, with a search. Needs no network, neither here nor in the browser.
 */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  Application,
  type CommentDisplayPart,
  type DeclarationReflection,
  type DocumentReflection,
  LogLevel,
  ReflectionKind,
} from "typedoc";
import { entryPoints } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The guides in reading order; others follow by name. */
const FIRST = [
  "README",
  "getting-started",
  "plugin-guide",
  "reference",
  "testing",
  "platforms",
  "console",
  "own-host",
  "operations",
  "database",
  "own-adapter",
  "architecture",
  "sandbox",
  "benchmarks",
  "conformance",
  "decisions",
];

const rank = (file: string): number => {
  const place = FIRST.indexOf(file.replace(/(\.zh)?\.md$/, ""));
  return place === -1 ? FIRST.length : place;
};

const guides = readdirSync(`${root}docs`)
  .filter((file) => file.endsWith(".md"))
  .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  .map((file) => `docs/${file}`);
const entries = entryPoints();
const readmes = [...new Set(entries.map(({ folder }) => `packages/${folder}/README.md`))];

const app = await Application.bootstrap({
  name: "Botwright",
  entryPoints: entries.map(({ source }) => source),
  projectDocuments: [...guides, ...readmes.filter((file) => existsSync(`${root}${file}`))],
  tsconfig: "tsconfig.site.json",
  out: "site",
  readme: "README.md",
  customCss: "docs/site.css",
  cleanOutputDir: true,
  disableGit: true,
  disableSources: true,
  excludeInternal: true,
  excludeExternals: true,
  hideGenerator: true,
  includeVersion: false,
  searchInDocuments: true,
  // The compiler has checked them, and a newer one than this.
  skipErrorChecking: true,
  categorizeByGroup: false,
  groupOrder: ["Guides", "Packages", "Modules"],
  sortEntryPoints: true,
  navigation: { includeCategories: false, includeGroups: true, includeFolders: false },
  highlightLanguages: [
    "typescript",
    "javascript",
    "json",
    "bash",
    "sh",
    "xml",
    "html",
    "yaml",
    "diff",
  ],
  // Conversations, which are no language of programs.
  ignoredHighlightLanguages: ["chat"],
  // Types that a package uses but does not export stay internal.
  validation: { notExported: false, invalidLink: true, invalidPath: false, notDocumented: false },
  // The second line is read by typia.
  // oxfmt-ignore
  blockTags: [
    "@param", "@returns", "@throws", "@example", "@default", "@module", "@see",
    "@type", "@pattern", "@minimum", "@maximum", "@minLength", "@maxLength", "@maxItems",
  ],
  logLevel: LogLevel.Warn,
});
app.converter.on("createDocument", (_context: unknown, document: DocumentReflection) => {
  const isGuide = document.name.startsWith("docs/");
  const title = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(""))?.[1];
  document.name = (title ?? document.name).replaceAll("`", "");
  document.content = withPlainHeadings(document.content);
  document.frontmatter["group"] = isGuide ? "Guides" : "Packages";
});
const project = await app.convert();
if (project === undefined) process.exit(1);
for (const module of project.getChildrenByKind(ReflectionKind.Module)) nameModule(module);
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
console.log(`site/index.html: ${guides.length} guides, ${entries.length} modules`);

/** A module by the name that people import. */
function nameModule(module: DeclarationReflection): void {
  const file = project?.getSymbolIdFromReflection(module)?.fileName ?? "";
  const entry = entries.find(({ source }) => file.endsWith(source));
  if (entry !== undefined) module.name = entry.specifier;
}

/**
 * Writes code in headings as plain text: TypeDoc leaves it out of a page's outline, and of the anchors, which then differ
 * from those that the documents link to.
 */
function withPlainHeadings(parts: readonly CommentDisplayPart[]): CommentDisplayPart[] {
  let line = "";
  return parts.map((part) => {
    const isInHeading = /^#{1,6} /u.test(line);
    line = `${line}${part.text}`.split("\n").at(-1) ?? "";
    if (part.kind !== "code" || !isInHeading) return part;
    return { kind: "text", text: part.text.replaceAll("`", "") };
  });
}
