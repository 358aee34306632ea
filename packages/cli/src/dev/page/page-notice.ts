import { formatError } from "@botwright/core";
import type { PageNotice } from "@botwright/playground";
import type { DevEvent } from "../events.ts";

/** The notice that the page shows for an event of `dev`, if any. */
export function noticeOf(event: DevEvent): PageNotice | undefined {
  if (event.type === "loaded" && event.isReload) {
    return {
      kind: "done",
      text: { en: `${event.file} loaded again`, zh: `已重新加载 ${event.file}` },
    };
  }
  if (event.type === "unloaded") {
    return { kind: "done", text: { en: `${event.file} is gone`, zh: `${event.file} 已删除` } };
  }
  if (event.type !== "load-failed") return undefined;
  return { kind: "error", text: `${event.file}: ${formatError(event)}` };
}
