import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** An element, and its position among its siblings when it got the focus. */
interface Step {
  readonly element: Element;
  readonly place: number;
}

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex='0']";

/**
 * Keeps the focus when its element is moved, for example with its row, and moves the focus nearby when the element
 * is removed, because the browser would otherwise start at the top of the page again.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = root.current;
    if (main === null) return undefined;
    /** From the element with the focus up to a child of `main`. */
    let trail: readonly Step[] = [];
    const remember = ({ target }: FocusEvent): void => {
      trail = target instanceof Element ? trailOf(target, main) : [];
    };
    const observer = new MutationObserver((records) => {
      const element = trail[0]?.element;
      if (element === undefined || document.activeElement !== document.body) return;
      if (!element.isConnected) nextTo(trail, main).focus();
      else if (element instanceof HTMLElement && wasMoved(element, records)) element.focus();
    });
    main.addEventListener("focusin", remember);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      main.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
}

/** Whether an element that is in the document was removed from it and inserted again. */
function wasMoved(element: Element, records: readonly MutationRecord[]): boolean {
  return records.some(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(element)),
  );
}

function trailOf(from: Element, main: Element): Step[] {
  const trail: Step[] = [];
  for (let at: Element | null = from; at !== null && at !== main; at = at.parentElement) {
    trail.push({ element: at, place: [...(at.parentElement?.children ?? [])].indexOf(at) });
  }
  return trail;
}

/** The element that took the place of the removed one, or precedes it, or surrounds it. */
function nextTo(trail: readonly Step[], main: HTMLElement): HTMLElement {
  const last = trail.findLastIndex(({ element }) => !element.isConnected);
  for (const { element: around, place } of stepsAround(trail, last, main)) {
    const siblings = [...around.children];
    for (const near of [...siblings.slice(place), ...siblings.slice(0, place).toReversed()]) {
      const found = [near, ...near.querySelectorAll(FOCUSABLE)].find(isReachable);
      if (found !== undefined) return found;
    }
  }
  return main;
}

/** The elements around the removed one, from the nearest one, each with the position in it. */
function stepsAround(trail: readonly Step[], last: number, main: HTMLElement): Step[] {
  return trail
    .slice(last)
    .map(({ place }, index) => ({ element: trail[last + index + 1]?.element ?? main, place }));
}

function isReachable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(FOCUSABLE) && element.checkVisibility();
}
