import { readdir, readFile } from "node:fs/promises";
import type { Plugin } from "@botwright/core";
import { approvalOf, inspectPlugin } from "@botwright/inspect";
import type { Sandbox } from "@botwright/sandbox";

const FOLDER = new URL("../plugins/", import.meta.url);

/**
 * Loads every plugin file of `examples/plugins` into the sandbox, with the permissions that its text
 * declares. A file is installed by its own name: another one's slug in it is refused.
 */
export async function loadPlugins(sandbox: Sandbox): Promise<Plugin[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".js")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const source = await readFile(new URL(name, FOLDER), "utf8");
      const { approved } = approvalOf(inspectPlugin(source).meta);
      return sandbox.load(source, { slug: name.slice(0, -3), approved });
    }),
  );
}
