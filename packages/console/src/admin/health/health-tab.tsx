import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatNumber } from "../../ui/format.ts";
import { Show } from "../../ui/data/loading.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { JournalDays } from "./journal-days.tsx";
import { type Health, SandboxHealth } from "./sandbox-health.tsx";
import { SetAsideMessages } from "./set-aside-messages.tsx";

/** Milliseconds between reloads while the page is visible. */
const EVERY_MS = 5000;

/** The current state of the host's nodes, bots, messages and sandboxes. */
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
  const { t } = useLanguage();
  const { bots, messages, lanes, reviews } = of;
  return (
    <div class="groups">
      <Group
        title={t("admin.health.bots")}
        counts={[
          [t("admin.health.all"), bots.all],
          [t("admin.health.paused"), bots.paused],
          [t("admin.health.waiting"), bots.waiting, true],
          [t("admin.health.refused"), bots.refused, true],
        ]}
      />
      <Group
        title={t("admin.health.backlog")}
        counts={[
          [t("admin.health.lastHour"), messages.last_hour],
          [t("admin.health.open"), messages.open],
          [t("admin.health.oldest"), messages.oldest_open_at],
          [t("admin.health.setAside"), messages.set_aside, true],
        ]}
      />
      <Group
        title={t("admin.health.lanes")}
        counts={[
          [t("admin.health.lanesAll"), lanes.all],
          [t("admin.health.lanesHandled"), lanes.handled],
          [t("admin.health.delayed"), lanes.delayed, true],
        ]}
      />
      <Group title={t("admin.tab.reviews")} counts={[[t("admin.health.reviews"), reviews]]} />
    </div>
  );
}

/** Numbers of one subject, or the time of the oldest item; `isBad`: any number above 0 needs attention. */
function Group({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: readonly (readonly [
    name: string,
    count: number | string | null,
    isBad?: true,
  ])[];
}): JSX.Element {
  const { language } = useLanguage();
  return (
    <section class="card">
      <h2>{title}</h2>
      <dl class="figures">
        {counts.map(([name, count, isBad]) => (
          <div key={name} class={isBad && count !== 0 ? "warn" : undefined}>
            <dt>{name}</dt>
            <dd>
              {typeof count === "number" ? (
                formatNumber(count, language)
              ) : count === null ? (
                "–"
              ) : (
                <Moment at={count} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
