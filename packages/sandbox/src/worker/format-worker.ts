/**
 * The format thread, which all plugins share: hostile Markdown takes milliseconds to format, for which the
 * main thread would block.
 *
 * @module
 */
import { markdownToPlainText } from "@botwright/markdown";
import type { Formatted } from "../protocol/format-protocol.ts";
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
