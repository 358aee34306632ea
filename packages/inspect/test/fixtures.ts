import { readdirSync, readFileSync } from "node:fs";

/** A plugin file of the tests. */
export interface Fixture {
  readonly name: string;
  readonly source: string;
}

function readAll(folder: string): Fixture[] {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, source: readFileSync(new URL(name, url), "utf8") }));
}

/** Plugins as good authors write them, and the project's own. */
export const clean: readonly Fixture[] = [
  ...readAll("./fixtures/clean/"),
  ...readAll("../../../examples/plugins/"),
];

/** Plugins with something wrong; the first line says what and where. */
export const bad: readonly Fixture[] = readAll("./fixtures/bad/");

/** One of the clean plugins. */
export function cleanSource(name: string): string {
  const found = clean.find((fixture) => fixture.name === `${name}.js`);
  if (found === undefined) throw new Error(`there is no ${name}.js`);
  return found.source;
}

/** A plugin whose handler has these statements. */
export function plugin(statements: string, before = ""): string {
  return `export const meta = { slug: "sample", priority: 70 };
${before}
export async function handler(ctx) {
  ${statements}
  return { handled: true };
}`;
}
