import type { UsageSum } from "@botwright/host";
import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { UserLink } from "../admin/user-link.tsx";
import type { api } from "../api.ts";
import type { TextKey } from "../i18n/index.ts";
import { useLanguage } from "../i18n/index.ts";
import { Field } from "../ui/forms/field.tsx";
import { formatNumber } from "../ui/format.ts";
import { Empty, Show } from "../ui/data/loading.tsx";
import { ShareBar } from "../ui/share-bar.tsx";
import { useChanges } from "../ui/data/use-changes.ts";
import { useData } from "../ui/data/use-data.ts";
import { useQuery } from "../ui/use-query.ts";
import { DayChart } from "./day-chart.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const SPANS = [7, 30, 90, 365];

/** The keys by which usage is summed up. */
export type UsageKey = "day" | "model" | "plugin" | "user";

/** Sums, and the current day of the host. */
export type UsageSums = InferResponseType<typeof api.usage.summary.$get>;

const WORDS: Readonly<Record<UsageKey, { title: TextKey; of: TextKey }>> = {
  day: { title: "credits.byDay", of: "credits.day" },
  model: { title: "credits.byModel", of: "credits.model" },
  plugin: { title: "credits.byPlugin", of: "credits.plugin" },
  user: { title: "credits.byUser", of: "credits.user" },
};

interface UsageChartsProps<Key extends Exclude<UsageKey, "day">> {
  /** The heading above the charts. */
  readonly title: string;
  /** Reads the sums of the last days, which are days of the host. */
  readonly load: (by: "day" | Key, days: number) => Promise<UsageSums>;
  /** The keys of the sums, in addition to days. */
  readonly by: readonly Key[];
  /** The shown value: the amount paid, or the number of uses. */
  readonly value: "credits" | "calls";
}

/** The usage of plugins: by day as a chart, by model, plugin and user as bars. */
export function UsageCharts<Key extends Exclude<UsageKey, "day">>({
  title,
  load,
  by,
  value,
}: UsageChartsProps<Key>): JSX.Element {
  const { t, language } = useLanguage();
  const [query, change] = useQuery();
  const days = SPANS.find((span) => String(span) === query["days"]) ?? 30;
  const sums = useData(() => loadSums(load, by, days), [days]);
  useChanges("credits", sums.reload);
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{title}</h2>
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
        {({ from, byDay, byKey }) => {
          if (byDay.length === 0) return <Empty title={t("credits.noUse")} />;
          return (
            <>
              <DayChart
                title={t(value === "calls" ? "credits.callsByDay" : "credits.byDay")}
                dayLabel={t("credits.day")}
                language={language}
                valueLabel={t(`credits.${value}`)}
                from={from}
                days={days}
                values={new Map(byDay.map((sum) => [sum.key, sum[value]]))}
              />
              <details>
                <summary>{t("credits.numbers")}</summary>
                <SumTable by="day" value={value} sums={byDay} />
              </details>
              <div class="cards">
                {by.map((key) => (
                  <SumTable key={key} by={key} value={value} sums={byKey.get(key) ?? []} />
                ))}
              </div>
            </>
          );
        }}
      </Show>
    </section>
  );
}

interface Sums {
  /** The first day. */
  readonly from: string;
  readonly byDay: readonly UsageSum[];
  readonly byKey: ReadonlyMap<UsageKey, readonly UsageSum[]>;
}

async function loadSums<Key extends UsageKey>(
  load: (by: "day" | Key, days: number) => Promise<UsageSums>,
  keys: readonly Key[],
  days: number,
): Promise<Sums> {
  const [byDay, ...others] = await Promise.all([
    load("day", days),
    ...keys.map(async (key) => [key, (await load(key, days)).items] as const),
  ]);
  const today = Date.parse(`${byDay.today}T00:00:00Z`);
  const from = new Date(today - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from, byDay: byDay.items, byKey: new Map(others) };
}

/** Sums as bars with their numbers. */
function SumTable({
  by,
  value,
  sums,
}: {
  readonly by: UsageKey;
  readonly value: "credits" | "calls";
  readonly sums: readonly UsageSum[];
}): JSX.Element {
  const { t, language } = useLanguage();
  const title = t(WORDS[by].title);
  const most = Math.max(...sums.map((sum) => sum[value]), 1);
  // Searches cost nothing and have no tokens.
  const columns =
    value === "calls" ? (["calls"] as const) : (["credits", "calls", "tokens"] as const);
  return (
    <div class="scroll card" role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(WORDS[by].of)}</th>
            {columns.map((column) => (
              <th key={column} scope="col" class="number">
                {t(`credits.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.key}>
              <th scope="row">
                {by === "user" ? <UserLink id={sum.key} /> : sum.key}
                <ShareBar part={sum[value]} of={most} />
              </th>
              {columns.map((column) => (
                <td key={column} class="number">
                  {formatNumber(
                    column === "tokens" ? sum.prompt_tokens + sum.completion_tokens : sum[column],
                    language,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
