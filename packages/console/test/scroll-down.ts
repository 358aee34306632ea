import type { Page } from "playwright-core";

/** What scrolling a list to its end has shown. */
export interface ScrolledList {
  /** Whether the last row came. */
  readonly isAtEnd: boolean;
  /** The most rows that were in the page at once. */
  readonly maxRows: number;
}

/** The rows of a list, whichever element they are. */
export const LIST_ROWS = "main tbody > tr, main ol.message-list > li, main ol.cards > li";

/** Runs in the page. Not typed: the tests' types know no document. */
const SCROLL = `async ([last, by]) => {
  const until = Date.now() + 60_000;
  let maxRows = 0;
  while (Date.now() < until) {
    scrollBy(0, by);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const rows = [...document.querySelectorAll("${LIST_ROWS}")];
    maxRows = Math.max(maxRows, rows.length);
    const row = rows.findLast((one) =>
      [...one.querySelectorAll("td, .words, a, button")].some((cell) => cell.textContent.trim() === last),
    );
    if (row?.getBoundingClientRect().top < innerHeight) return { isAtEnd: true, maxRows };
  }
  return { isAtEnd: false, maxRows };
}`;

/**
 * Scrolls a page down, part by part as a list loads them, until a row with exactly this text is in sight.
 *
 * @param step pixels at a time; rows between two of them may never be in sight
 */
export async function scrollDown(
  page: Page,
  text: string,
  step: number = 1_000_000_000,
): Promise<ScrolledList> {
  const scrolled: unknown = await page.evaluate(`(${SCROLL})(${JSON.stringify([text, step])})`);
  const { isAtEnd, maxRows } = Object(scrolled);
  return { isAtEnd: isAtEnd === true, maxRows: Number(maxRows) };
}
