import { formatError } from "@botwright/core";
import type { PageNotice } from "@botwright/playground";
import type { DevEvent } from "./events.ts";

/** What the page shows about its host. */
export function noticeOf(event: DevEvent): PageNotice | undefined {
  if (event.type === "loaded" && event.isReload) {
    return { kind: "done", text: `${event.file} loaded again` };
  }
  if (event.type === "unloaded") return { kind: "done", text: `${event.file} is gone` };
  if (event.type !== "load-failed") return undefined;
  return { kind: "error", text: `${event.file}: ${formatError(event)}` };
}
