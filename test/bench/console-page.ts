import type { Browser, CDPSession, Page } from "playwright-core";

/** Script of the page: records when a heading appears after a click, and the long tasks of the main thread. */
const WATCH = `
  globalThis.measured = { shown: [], long: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.long.push(duration);
  }).observe({ type: "longtask", buffered: true });
  let clicked = 0;
  addEventListener("click", () => { clicked = performance.now(); }, true);
  let heading = null;
  const look = () => {
    const now = document.querySelector("#content h1");
    if (now === null || now === heading) return;
    heading = now;
    const from = clicked;
    requestAnimationFrame(() => measured.shown.push(performance.now() - from));
  };
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
`;

/** Script of the page: waits until a heading was drawn, and returns the milliseconds of the last one. */
const SHOWN = `new Promise((resolve) => {
  const look = () =>
    measured.shown.length > 0 ? resolve(measured.shown.splice(0).at(-1)) : requestAnimationFrame(look);
  look();
})`;

/** The longest tasks of the main thread, in milliseconds. */
export interface LongestTasks {
  /** The longest time from the beginning of a task to its end, including time when other processes had the core. */
  readonly wallMs: number;
  /** The longest CPU time of a task. */
  readonly cpuMs: number;
}

type TraceEvent = Readonly<Record<string, unknown>>;

/** Calls `run`, and measures the tasks of the main threads of all pages meanwhile. */
export async function traceTasks(
  browser: Browser,
  run: () => Promise<void>,
): Promise<LongestTasks> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  await run();
  await endTracing(session);
  await session.detach();
  const threads = new Set(
    events.filter(({ args }) => Object(args).name === "CrRendererMain").map(threadOf),
  );
  const tasks = events.filter(
    (event) => event["name"] === "ThreadControllerImpl::RunTask" && threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("the browser has traced no task");
  return { wallMs: longest(tasks, "dur"), cpuMs: longest(tasks, "tdur") };
}

async function endTracing(session: CDPSession): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  session.once("Tracing.tracingComplete", () => resolve());
  await session.send("Tracing.end");
  await promise;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${String(pid)} ${String(tid)}`;
}

/** The largest value of a field, converted from the trace's microseconds to milliseconds. */
function longest(tasks: readonly TraceEvent[], field: "dur" | "tdur"): number {
  return tasks.reduce((most, task) => Math.max(most, Number(task[field] ?? 0)), 0) / 1000;
}

/** Prepares a page to be measured; call it before the page is opened. */
export async function watchSpeed(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Milliseconds from the opening of the page, or from the last click, until its heading is drawn. */
export async function shownAfter(page: Page): Promise<number> {
  return takeFirst(await page.evaluate(SHOWN));
}

/** The longest task of the main thread since the last call, in milliseconds; 0: none was longer than 50. */
export async function longestTask(page: Page): Promise<number> {
  return takeFirst(await page.evaluate("Math.max(0, ...measured.long.splice(0))"));
}

function takeFirst(value: unknown): number {
  if (typeof value === "number") return value;
  throw new Error(`a page has measured ${String(value)}`);
}
