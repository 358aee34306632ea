import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules whose result depends on the colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds wrong with the page as it is shown: what users of a screen reader would stumble over.
 *
 * @param what `"colours"` where only they have changed since the page was looked at
 */
export async function findViolations(
  page: Page,
  what: "all" | "colours" = "all",
): Promise<string[]> {
  // To load it takes longer than to run it.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const options = {
    resultTypes: ["violations"],
    ...(what === "colours" && { runOnly: { type: "rule", values: COLOURS } }),
  };
  const found: unknown = await page.evaluate(`axe.run(${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`);
  return Array.isArray(found) ? found.map(String) : [String(found)];
}
