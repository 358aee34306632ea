import { isDeepStrictEqual } from "node:util";
import type { PluginMeta } from "@botwright/core";
import { type LastVersion, readMeta } from "./plugin-rows.ts";
import type { CheckedSubmission } from "./submission.ts";

/** The fields that a developer may change without a review. */
const WORDS = ["description", "icon", "readme", "repository_url"] as const;

/** Whether a developer may change a field without a review. */
export function isWord(field: string): boolean {
  return WORDS.some((word) => word === field);
}

/** Whether a submission differs from the last one in its code or in another field that needs a review. */
export function isOther(last: LastVersion, { sha256, meta }: CheckedSubmission): boolean {
  if (sha256 !== last.sha256) return true;
  // Both are compared as parsed JSON, so that a field that is undefined counts as absent.
  const now = readMeta(JSON.stringify(meta));
  return !isDeepStrictEqual(reviewedOf(readMeta(last.meta)), reviewedOf(now));
}

function reviewedOf(meta: PluginMeta): object {
  return Object.fromEntries(Object.entries(meta).filter(([field]) => !isWord(field)));
}
