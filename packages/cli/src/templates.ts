import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The values of `{{key}}` in a template. */
export type TemplateValues = Readonly<Record<string, string>>;

/** A file to write; its path has slashes on every system. */
export interface TemplateFile {
  readonly path: string;
  readonly text: string;
}

const FOLDER = fileURLToPath(new URL("../templates/", import.meta.url));

/** Reads a template and fills it in. */
export async function readTemplate(
  name: string,
  values: TemplateValues,
): Promise<readonly TemplateFile[]> {
  const folder = join(FOLDER, name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return Promise.all(
    files.map(async (file) => ({
      path: toTargetPath(file.slice(folder.length + 1)),
      text: fillIn(await readFile(file, "utf8"), values),
    })),
  );
}

/** Writes files below a folder, and creates the folder. */
export async function writeFiles(folder: string, files: readonly TemplateFile[]): Promise<void> {
  for (const { path, text } of files) {
    const target = join(folder, ...path.split("/"));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** npm leaves dot files out of packages and reads nested manifests, so template files have a `_` in front. */
function toTargetPath(path: string): string {
  return path
    .split(sep)
    .map((part) => (part === "_package.json" ? "package.json" : part.replace(/^_/, ".")))
    .join("/");
}

/**
 * Inserts values: `"{{key}}"` becomes a string literal of JavaScript or JSON, `{{key}}` the
 * plain text.
 *
 * @throws {Error} when the template uses an unknown key
 */
export function fillIn(template: string, values: TemplateValues): string {
  return template.replaceAll(/"\{\{(\w+)\}\}"|\{\{(\w+)\}\}/g, (_all, quoted, bare) => {
    const key = String(quoted ?? bare);
    const value = values[key];
    if (value === undefined) throw new Error(`a template asks for {{${key}}}`);
    return quoted === undefined ? value : JSON.stringify(value);
  });
}
