/**
 * The thread that formats long replies for all plugins: hostile Markdown takes milliseconds, in which
 * the main thread would answer nobody.
 *
 * @module
 */
import { markdownToPlainText } from "@botwright/markdown";
import type { Formatted } from "../main/threads/format-thread.ts";
import { assertParentPort } from "./parent-port.ts";
import { lowerPriority, systemThreadId } from "../protocol/system-thread.ts";

const port = assertParentPort("format-worker.ts");
lowerPriority(systemThreadId());

port.on("message", (markdown: string) => {
  const started = performance.now();
  const text = markdownToPlainText(markdown);
  const formatted: Formatted = { text, ms: performance.now() - started };
  port.postMessage(formatted);
});
