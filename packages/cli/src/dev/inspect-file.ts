import type { Approval, Finding } from "@botwright/inspect";

/** What is known of a plugin's file before it runs. */
export interface InspectedFile {
  /** What the file declares, as it reads; without one that can be read, what it declares when it runs. */
  readonly approval: Partial<Approval>;
  readonly notices: readonly Finding[];
}

/** Reads a plugin's code without running it. */
export async function inspectFile(code: string): Promise<InspectedFile> {
  const { approvalOf, AUTHOR_NOTICES, inspectPlugin } = await import("@botwright/inspect");
  const { meta, findings } = inspectPlugin(code);
  const isBare = findings.some(({ rule }) => rule === "no-meta");
  return {
    approval: meta === null && !isBare ? {} : approvalOf(meta),
    notices: findings.filter(({ rule }) => AUTHOR_NOTICES.has(rule)),
  };
}
