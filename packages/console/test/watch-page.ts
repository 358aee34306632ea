import type { Page } from "playwright-core";

/**
 * Collects what a page must not do: log an error or a warning, throw, or want what its content security
 * policy refuses.
 *
 * @param refusals what of an answer's address and status the test expects, e.g. `/422 .*\/api\/bots$/`
 */
export function watchPage(page: Page, refusals: readonly RegExp[], faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`${page.url()} threw ${String(error)}`));
  page.on("console", (line) => {
    if (line.type() !== "error" && line.type() !== "warning") return;
    // The line does not say which address; the answers below do.
    if (line.text().startsWith("Failed to load resource")) return;
    faults.push(`${page.url()} logged ${line.text()}`);
  });
  page.on("response", (answer) => {
    if (answer.status() < 400) return;
    const text = `${answer.status()} ${answer.request().method()} ${answer.url()}`;
    if (!refusals.some((pattern) => pattern.test(text))) faults.push(`${page.url()}: ${text}`);
  });
}
