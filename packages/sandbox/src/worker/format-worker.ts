/**
 * The format thread, which all plugins share. It exists because hostile Markdown takes milliseconds to format, which
 * would block the main thread. It has low priority and yields its core to others, as slow workers do.
 *
 * @module
 */
import { workerData } from "node:worker_threads";
import { markdownToPlainText } from "@botwright/markdown";
import { createCoreYield } from "./core-yield.ts";
import { CpuTimer } from "../protocol/cpu-time.ts";
import type { FormatData, Formatted } from "../protocol/format-protocol.ts";
import { assertParentPort } from "./parent-port.ts";
import { lowerPriority, systemThreadId } from "../protocol/system-thread.ts";

const port = assertParentPort("format-worker.ts");
const { yieldWord }: FormatData = workerData;
const word = new Int32Array(yieldWord);
const onSteps = createCoreYield(() => Atomics.load(word, 0) === 1);
const timer = new CpuTimer();
lowerPriority(systemThreadId());

port.on("message", (markdown: string) => {
  timer.start();
  const text = markdownToPlainText(markdown, { onSteps });
  const formatted: Formatted = { text, ms: timer.estimated() };
  port.postMessage(formatted);
});
