import type { Page } from "playwright-core";

/** Writes down when a heading appears after a click, and which tasks of the main thread were long. */
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

/** Waits until something was drawn. */
const SHOWN = `new Promise((resolve) => {
  const look = () =>
    measured.shown.length > 0 ? resolve(measured.shown.splice(0).at(-1)) : requestAnimationFrame(look);
  look();
})`;

/** Prepares a page to be measured; before it is opened. */
export async function watchSpeed(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Milliseconds from the opening of the page, or from the last click, until its heading is drawn. */
export async function shownAfter(page: Page): Promise<number> {
  return takeFirst(await page.evaluate(SHOWN));
}

/** The longest task of the main thread since it was asked for the last time, in milliseconds; 0: none above 50. */
export async function longestTask(page: Page): Promise<number> {
  return takeFirst(await page.evaluate("Math.max(0, ...measured.long.splice(0))"));
}

function takeFirst(value: unknown): number {
  if (typeof value === "number") return value;
  throw new Error(`a page has measured ${String(value)}`);
}
