import { basename } from "node:path";
import type { Approval } from "@botwright/inspect";
import { createOrigins, pathOf } from "../host/origin.ts";
import type { PluginFile } from "../plugins/plugin-files.ts";
import type { DevEvent } from "./events.ts";

/** The results of inspecting a plugin's file without running it. */
export interface InspectedFile {
  /** The file's declarations; empty when they cannot be read, so that those of the running file count. */
  readonly approval: Partial<Approval>;
  /** Each notice has the place in the author's file, which for TypeScript differs from that in the built file. */
  readonly notices: readonly Extract<DevEvent, { type: "notice" }>[];
}

/** Reads a plugin's code without running it. */
export async function inspectFile({
  name,
  code,
}: Pick<PluginFile, "name" | "code">): Promise<InspectedFile> {
  const { approvalOf, AUTHOR_NOTICES, inspectPlugin } = await import("@botwright/inspect");
  const { meta, findings } = inspectPlugin(code);
  const isBare = findings.some(({ rule }) => rule === "no-meta");
  const originOf = createOrigins(code, basename(name));
  const notices = findings
    .filter(({ rule }) => AUTHOR_NOTICES.has(rule))
    .map((finding) => {
      const { rule, message } = finding;
      const origin = originOf(finding);
      const { line, column } = origin;
      return { type: "notice", file: pathOf(origin, name), rule, message, line, column } as const;
    });
  return { approval: meta === null && !isBare ? {} : approvalOf(meta), notices };
}
