import type { UsageSum } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Field } from "../../ui/field.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/loading.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { useData } from "../../ui/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";
import { DayChart } from "./day-chart.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const SPANS = [7, 30, 90, 365];

/** What the plugins used: by day as a chart, by model and plugin as bars. */
export function UsageCharts(): JSX.Element {
  const { t } = useLanguage();
  const [query, change] = useQuery();
  const days = SPANS.find((span) => String(span) === query["days"]) ?? 30;
  const sums = useData(() => loadSums(days), [days]);
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{t("credits.usage")}</h2>
      <div class="filters">
        <Field label={t("credits.days")}>
          {(ids) => (
            <select
              {...ids}
              value={String(days)}
              onChange={(event) => change({ days: event.currentTarget.value })}
            >
              {SPANS.map((span) => (
                <option key={span} value={String(span)}>
                  {t("credits.lastDays", { days: span })}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Show of={sums}>
        {({ from, byDay, byModel, byPlugin }) =>
          byDay.length === 0 ? (
            <Empty title={t("credits.noUse")} />
          ) : (
            <>
              <DayChart
                title={t("credits.byDay")}
                dayLabel={t("credits.day")}
                creditsLabel={t("credits.credits")}
                from={from}
                days={days}
                sums={byDay}
              />
              <details>
                <summary>{t("credits.numbers")}</summary>
                <SumTable title={t("credits.byDay")} of={t("credits.day")} sums={byDay} />
              </details>
              <div class="cards">
                <SumTable title={t("credits.byModel")} of={t("credits.model")} sums={byModel} />
                <SumTable title={t("credits.byPlugin")} of={t("credits.plugin")} sums={byPlugin} />
              </div>
            </>
          )
        }
      </Show>
    </section>
  );
}

interface Sums {
  /** The first day. */
  readonly from: string;
  readonly byDay: readonly UsageSum[];
  readonly byModel: readonly UsageSum[];
  readonly byPlugin: readonly UsageSum[];
}

async function loadSums(days: number): Promise<Sums> {
  const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const load = async (by: "day" | "model" | "plugin"): Promise<readonly UsageSum[]> =>
    (await read(api.usage.summary.$get({ query: { by, from } }))).items;
  const [byDay, byModel, byPlugin] = await Promise.all([
    load("day"),
    load("model"),
    load("plugin"),
  ]);
  return { from, byDay, byModel, byPlugin };
}

/** Sums as bars with their numbers. */
function SumTable({
  title,
  of,
  sums,
}: {
  readonly title: string;
  /** What each row is one of. */
  readonly of: string;
  readonly sums: readonly UsageSum[];
}): JSX.Element {
  const { t, language } = useLanguage();
  const most = Math.max(...sums.map(({ credits }) => credits), 1);
  return (
    <div class="scroll card" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col" class="number">
              {t("credits.credits")}
            </th>
            <th scope="col" class="number">
              {t("credits.calls")}
            </th>
            <th scope="col" class="number">
              {t("credits.tokens")}
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ key, credits, calls, prompt_tokens, completion_tokens }) => (
            <tr key={key}>
              <th scope="row">
                {key}
                <ShareBar part={credits} of={most} />
              </th>
              <td class="number">{formatNumber(credits, language)}</td>
              <td class="number">{formatNumber(calls, language)}</td>
              <td class="number">{formatNumber(prompt_tokens + completion_tokens, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
