import type { InferResponseType } from "hono/client";
import type { ComponentChildren, JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable, Table } from "../../ui/lists/table.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { type ListPart, usePages } from "../../ui/data/use-pages.ts";
import { UsageCharts } from "../../usage/usage-charts.tsx";
import { SearchEngines } from "./search-engines.tsx";
import { loadUsageOfAll } from "../usage-tab.tsx";
import { UserLink } from "../user-link.tsx";

/** The search engines, and the log of searches. */
export function SearchTab(): JSX.Element {
  const { t, language } = useLanguage();
  const stats = useData(() => read(api.admin.search.stats.$get()), []);
  const { loaded: logs, more } = usePages(loadLogs, []);
  const counts = t("admin.searches.count");
  return (
    <>
      <SearchEngines />
      <Show of={stats}>
        {({ today_total, by_plugin, by_user }) => (
          <>
            <h2>{t("admin.searches.today", { count: today_total })}</h2>
            {today_total > 0 && (
              <div class="columns">
                <Table
                  label={`${t("admin.searches.today", { count: today_total })} ${t("admin.searches.byPlugin")}`}
                  columns={[t("admin.searches.byPlugin"), counts]}
                >
                  {by_plugin.map(({ plugin_slug, count }) => (
                    <BarRow key={plugin_slug} name={plugin_slug} count={count} of={today_total}>
                      {plugin_slug}
                    </BarRow>
                  ))}
                </Table>
                <Table
                  label={`${t("admin.searches.today", { count: today_total })} ${t("admin.searches.byUser")}`}
                  columns={[t("admin.searches.byUser"), counts]}
                >
                  {by_user.map(({ user_id, count }) => (
                    <BarRow key={user_id} name={`#${user_id}`} count={count} of={today_total}>
                      <UserLink id={user_id} />
                    </BarRow>
                  ))}
                </Table>
              </div>
            )}
          </>
        )}
      </Show>
      <UsageCharts
        title={t("admin.searches.usage")}
        load={(by, days) => loadUsageOfAll(by, days, "search")}
        by={["plugin", "user"]}
        value="calls"
      />
      <h2>{t("admin.searches.log")}</h2>
      <Show of={logs}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("admin.searches.none")} />
          ) : (
            <LongTable
              label={t("admin.searches.log")}
              onPhone="labelled"
              columns={[
                t("admin.searches.time"),
                t("admin.searches.user"),
                t("dev.plugin"),
                t("admin.searches.query"),
                t("admin.engine"),
                t("admin.searches.results"),
              ]}
              items={items}
              more={more}
              cells={(log) => (
                <>
                  <td>{formatTime(log.created_at, language)}</td>
                  <td>
                    <UserLink id={log.user_id} />
                  </td>
                  <td>{log.plugin_slug}</td>
                  <td>{log.query}</td>
                  <td>{log.cached ? t("admin.searches.cached") : (log.provider ?? "–")}</td>
                  <td class={log.error_code === null ? undefined : "error"}>
                    {log.error_code ?? log.count} · {log.duration_ms} ms
                  </td>
                </>
              )}
            />
          )
        }
      </Show>
    </>
  );
}

type SearchRecord = InferResponseType<typeof api.admin.search.logs.$get>[number];

const LOGS = 500;

async function loadLogs(before: number | undefined): Promise<ListPart<SearchRecord, number>> {
  const query = { limit: String(LOGS), ...(before !== undefined && { before: String(before) }) };
  const items = await read(api.admin.search.logs.$get({ query }));
  return { items, next: items.length < LOGS ? null : (items.at(-1)?.id ?? null) };
}

/** A count, and its share of the whole as a bar. */
function BarRow({
  name,
  count,
  of,
  children,
}: {
  readonly name: string;
  readonly count: number;
  readonly of: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <tr>
      <td>{children}</td>
      <td>
        {count} <meter min={0} max={of} value={count} aria-label={name} />
      </td>
    </tr>
  );
}
