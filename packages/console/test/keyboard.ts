import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More elements than any page of these tests has before the one that is wanted. */
const MAX_TABS = 80;

/** What the page says of its focus. */
interface Focus {
  readonly html: string;
  /** Whether there is a ring around it. */
  readonly isVisible: boolean;
  /** Whether it is inside of the window over the page, if there is one. */
  readonly isInside: boolean;
}

/** Uses a page as a person without a mouse: nothing here clicks, or moves the focus by a script. */
export interface Keyboard {
  press(key: string, times?: number): Promise<void>;
  /** Tabs on until an element has the focus, and looks each time that the focus can be seen. */
  tabTo(target: Locator): Promise<void>;
  /** Tabs to something, and presses Enter. */
  enter(target: Locator): Promise<void>;
  /** Tabs to a field, and types in it, instead of what is there. */
  type(target: Locator, text: string): Promise<void>;
}

/** The keyboard of a page. */
export function keyboardOf(page: Page): Keyboard {
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const passed: string[] = [];
    for (let tabs = 0; tabs <= MAX_TABS; tabs += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press("Tab");
      const focus = await focusOf(page);
      passed.push(focus.html);
      expect(focus).toMatchObject({ isVisible: true, isInside: true });
    }
    throw new Error(`Tab does not lead to ${String(target)}, but to:\n${passed.join("\n")}`);
  }

  return {
    async press(key, times = 1) {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    },
    tabTo,
    async enter(target) {
      await tabTo(target);
      await page.keyboard.press("Enter");
    },
    async type(target, text) {
      await tabTo(target);
      await page.keyboard.press("Control+A");
      await page.keyboard.type(text);
    },
  };
}

/** Whether an element has the focus. */
export async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(":focus")).count()) > 0;
}

/** Between the last and the first element, the focus is the browser's own: then `body` has it. */
async function focusOf(page: Page): Promise<Focus> {
  const found: Focus = await page.evaluate(`(() => {
    const focused = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const window = document.querySelector("dialog:modal");
    const isBody = focused === document.body;
    return {
      html: focused.outerHTML.slice(0, 120),
      // An editor draws its own ring, inside of its shadow root.
      isVisible: isBody || focused.shadowRoot !== null
        || (outlineStyle !== "none" && outlineWidth !== "0px"),
      isInside: isBody || window === null || window.contains(focused),
    };
  })()`);
  return found;
}
