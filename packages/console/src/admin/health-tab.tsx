import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Show } from "../ui/loading.tsx";
import { Table } from "../ui/table.tsx";
import { useData } from "../ui/use-data.ts";

/** How the nodes, bots and messages of the host do. */
export function HealthTab(): JSX.Element {
  const { t, language } = useLanguage();
  const health = useData(() => read(api.admin.health.$get()), []);
  const time = (text: string | null): string =>
    text === null ? "–" : new Date(text).toLocaleString(language);
  return (
    <Show of={health}>
      {({ nodes, bots, messages, delayed_chats, reviews }) => {
        const counts: readonly (readonly [string, string | number])[] = [
          [`${t("admin.health.bots")}: ${t("admin.health.all")}`, bots.all],
          [`${t("admin.health.bots")}: ${t("admin.health.paused")}`, bots.paused],
          [`${t("admin.health.bots")}: ${t("admin.health.waiting")}`, bots.waiting],
          [`${t("admin.health.bots")}: ${t("admin.health.refused")}`, bots.refused],
          [`${t("admin.health.backlog")}: ${t("admin.health.open")}`, messages.open],
          [t("admin.health.oldest"), time(messages.oldest_open_at)],
          [`${t("admin.health.backlog")}: ${t("admin.health.setAside")}`, messages.set_aside],
          [`${t("admin.health.backlog")}: ${t("admin.health.lastHour")}`, messages.last_hour],
          [t("admin.health.delayed"), delayed_chats],
          [t("admin.health.reviews"), reviews],
        ];
        return (
          <>
            <button type="button" onClick={health.reload}>
              {t("admin.refresh")}
            </button>
            <dl class="counts">
              {counts.map(([name, count]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{count}</dd>
                </div>
              ))}
            </dl>
            <h2>{t("admin.health.nodes")}</h2>
            <Table
              label={t("admin.health.nodes")}
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
                  <td class={node.alive ? "good" : "warn"}>
                    {t(node.alive ? "admin.health.alive" : "admin.health.dead")}
                  </td>
                  <td>{node.bots}</td>
                  <td>{node.chats}</td>
                  <td>{time(node.lease_until)}</td>
                </tr>
              ))}
            </Table>
          </>
        );
      }}
    </Show>
  );
}
