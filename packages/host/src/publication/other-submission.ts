import { isDeepStrictEqual } from "node:util";
import type { PluginMeta } from "@botwright/core";
import { type LastVersion, readMeta } from "./plugin-rows.ts";
import type { CheckedSubmission } from "./submission.ts";

/** The fields that change without a review. */
const WORDS = ["description", "icon", "readme", "repository_url"] as const;

/** Whether a field changes without a review. */
export function isWord(field: string): boolean {
  return WORDS.some((word) => word === field);
}

/** Whether a submission is another one than the last: in its code, or in what is reviewed beside it. */
export function isOther(last: LastVersion, { sha256, meta }: CheckedSubmission): boolean {
  if (sha256 !== last.sha256) return true;
  // Both as JSON has them: a field that is undefined is none.
  const now = readMeta(JSON.stringify(meta));
  return !isDeepStrictEqual(reviewedOf(readMeta(last.meta)), reviewedOf(now));
}

function reviewedOf(meta: PluginMeta): object {
  return Object.fromEntries(Object.entries(meta).filter(([field]) => !isWord(field)));
}
