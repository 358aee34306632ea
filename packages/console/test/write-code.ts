import type { Page } from "playwright-core";

/** Replaces the code in the editor, as a user does who deletes it and pastes another one. */
export async function writeCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByRole("textbox", { name: label }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(code);
}
