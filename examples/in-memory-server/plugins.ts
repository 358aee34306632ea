import { readdir } from "node:fs/promises";
import type { Plugin } from "@botwright/core";
import type { Sandbox } from "@botwright/sandbox";
import { loadPlugin } from "../own-host/load-plugin.ts";

const FOLDER = new URL("../plugins/", import.meta.url);

/** Loads every plugin file of `examples/plugins` into the sandbox. */
export async function loadPlugins(sandbox: Sandbox): Promise<Plugin[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".js")).toSorted();
  return Promise.all(names.map((name) => loadPlugin(sandbox, new URL(name, FOLDER))));
}
