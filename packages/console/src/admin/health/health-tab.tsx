import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api, read } from "../../api.ts";
import { type TextKey, useLanguage } from "../../i18n/index.ts";
import { formatNumber } from "../../ui/format.ts";
import { Show } from "../../ui/data/loading.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { JournalDays } from "./journal-days.tsx";
import { type Health, SandboxHealth } from "./sandbox-health.tsx";
import { SetAsideMessages } from "./set-aside-messages.tsx";

/** Milliseconds between looks while the page is in sight. */
const EVERY_MS = 5000;

/** How the nodes, bots, messages and sandboxes of the host do, as they are now. */
export function HealthTab(): JSX.Element {
  const health = useData(() => read(api.admin.health.$get()), []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") health.reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [health.reload]);
  return (
    <>
      <Show of={health}>
        {(report) => (
          <>
            <Counts of={report} />
            <Nodes nodes={report.nodes} />
            <SandboxHealth of={report.sandbox} />
          </>
        )}
      </Show>
      <SetAsideMessages />
      <JournalDays />
    </>
  );
}

function Counts({ of }: { readonly of: Health }): JSX.Element {
  const { t, language } = useLanguage();
  const { bots, messages, lanes, reviews } = of;
  const { oldest_open_at: oldest } = messages;
  const counts: readonly (readonly [group: TextKey, name: TextKey, count: number | JSX.Element])[] =
    [
      ["admin.health.bots", "admin.health.all", bots.all],
      ["admin.health.bots", "admin.health.paused", bots.paused],
      ["admin.health.bots", "admin.health.waiting", bots.waiting],
      ["admin.health.bots", "admin.health.refused", bots.refused],
      ["admin.health.backlog", "admin.health.open", messages.open],
      [
        "admin.health.backlog",
        "admin.health.oldest",
        oldest === null ? <>–</> : <Moment at={oldest} />,
      ],
      ["admin.health.backlog", "admin.health.setAside", messages.set_aside],
      ["admin.health.backlog", "admin.health.lastHour", messages.last_hour],
      ["admin.health.lanes", "admin.health.lanesAll", lanes.all],
      ["admin.health.lanes", "admin.health.lanesHandled", lanes.handled],
      ["admin.health.lanes", "admin.health.delayed", lanes.delayed],
    ];
  return (
    <dl class="counts">
      {counts.map(([group, name, count]) => (
        <div key={group + name}>
          <dt>
            {t(group)}
            {t("app.colon")}
            {t(name)}
          </dt>
          <dd>{typeof count === "number" ? formatNumber(count, language) : count}</dd>
        </div>
      ))}
      <div>
        <dt>{t("admin.health.reviews")}</dt>
        <dd>{formatNumber(reviews, language)}</dd>
      </div>
    </dl>
  );
}

function Nodes({ nodes }: { readonly nodes: Health["nodes"] }): JSX.Element {
  const { t } = useLanguage();
  return (
    <>
      <h2>{t("admin.health.nodes")}</h2>
      <Table
        label={t("admin.health.nodes")}
        onPhone="labelled"
        columns={[
          t("admin.health.node"),
          t("dev.status"),
          t("admin.health.bots"),
          t("admin.health.chats"),
          t("admin.health.lease"),
        ]}
      >
        {nodes.map((node) => (
          <tr key={node.id}>
            <td class="mono">{node.id}</td>
            <td class={node.alive ? "short good" : "short warn"}>
              {t(node.alive ? "admin.health.alive" : "admin.health.dead")}
            </td>
            <td>{node.bots}</td>
            <td>{node.chats}</td>
            <td>
              <Moment at={node.lease_until} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
