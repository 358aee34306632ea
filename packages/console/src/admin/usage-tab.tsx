import type { UsageSum } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { UsageCharts, type UsageKey } from "../usage/usage-charts.tsx";

/** What the plugins of all users used of the AI service. */
export function UsageTab(): JSX.Element {
  const { t } = useLanguage();
  return (
    <UsageCharts
      title={t("admin.usage")}
      load={(by, from) => loadUsageOfAll(by, from, "ai")}
      by={["model", "plugin", "user"]}
      value="credits"
    />
  );
}

/** Reads the sums of all users. */
export async function loadUsageOfAll(
  by: UsageKey,
  from: string,
  type: "ai" | "search",
): Promise<readonly UsageSum[]> {
  return (await read(api.admin.usage.summary.$get({ query: { by, from, type } }))).items;
}
