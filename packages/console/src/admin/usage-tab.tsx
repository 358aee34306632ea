import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { UsageCharts, type UsageKey, type UsageSums } from "../usage/usage-charts.tsx";

/** The use of the AI service by the plugins of all users. */
export function UsageTab(): JSX.Element {
  const { t } = useLanguage();
  return (
    <UsageCharts
      title={t("admin.usage")}
      load={(by, days) => loadUsageOfAll(by, days, "ai")}
      by={["model", "plugin", "user"]}
      value="credits"
    />
  );
}

/** Reads the sums of all users in the last days. */
export async function loadUsageOfAll(
  by: UsageKey,
  days: number,
  type: "ai" | "search",
): Promise<UsageSums> {
  return read(api.admin.usage.summary.$get({ query: { by, days: String(days), type } }));
}
