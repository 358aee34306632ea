import { readFile } from "node:fs/promises";
import { type Plugin, slugOfFile } from "@botwright/core";
import { approvalOf, inspectPlugin } from "@botwright/inspect";
import type { Sandbox } from "@botwright/sandbox";

/** Loads a plugin file with what it visibly declares, and nothing that it declares only when it runs. */
export async function loadPlugin(sandbox: Sandbox, file: string | URL): Promise<Plugin> {
  const source = await readFile(file, "utf8");
  const { ok, meta, findings } = inspectPlugin(source);
  // What a host with people would show them: meta, and the findings that are no errors.
  const defaultSlug = slugOfFile(String(file));
  if (ok) return sandbox.load(source, { defaultSlug, ...approvalOf(meta) });
  const errors = findings.filter(({ severity }) => severity === "error");
  throw new Error(errors.map(({ line, message }) => `line ${line}: ${message}`).join("; "));
}
