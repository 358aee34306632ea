import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds wrong with the page as it is shown: what users of a screen reader would stumble over. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
