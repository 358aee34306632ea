import { readdir, readFile } from "node:fs/promises";
import type { Plugin } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";

const FOLDER = new URL("../plugins/", import.meta.url);

/** Loads every plugin file of `examples/plugins` into the sandbox. */
export async function loadPlugins(sandbox: Sandbox): Promise<Plugin[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".js")).toSorted();
  return Promise.all(
    names.map(async (name) =>
      sandbox.load(await readFile(new URL(name, FOLDER), "utf8"), { slug: name.slice(0, -3) }),
    ),
  );
}
