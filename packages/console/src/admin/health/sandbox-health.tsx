import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import type { api } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatNumber } from "../../ui/format.ts";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/lists/table.tsx";

/** The host's report about its health. */
export type Health = InferResponseType<typeof api.admin.health.$get>;

type Report = Health["sandbox"];
type Event = Report["events"][number];

const TYPES = ["worker-lost", "slow", "struck", "quarantined"] as const satisfies Event["type"][];

/** Events that plugins caused in the sandbox's threads, and the plugins that are quarantined because of them. */
export function SandboxHealth({ of }: { readonly of: Report }): JSX.Element {
  const { t, language } = useLanguage();
  const { quarantined, last_day, events } = of;
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">{t("admin.health.sandbox")}</h2>
      <p class="quiet">{t("admin.health.sandboxHint")}</p>
      <h3>{t("admin.health.lastDay")}</h3>
      <dl class="counts">
        {TYPES.map((type) => (
          <div key={type}>
            <dt>{t(`admin.health.event.${type}`)}</dt>
            <dd class={last_day[type] > 0 ? "warn" : undefined}>
              {formatNumber(last_day[type], language)}
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t("admin.health.quarantine")}</h3>
      {quarantined.length === 0 ? (
        <p class="quiet">{t("admin.health.noQuarantine")}</p>
      ) : (
        <EventTable label={t("admin.health.quarantine")} events={quarantined} />
      )}
      <h3>{t("admin.health.events")}</h3>
      {events.length === 0 ? (
        <p class="quiet">{t("admin.health.noEvents")}</p>
      ) : (
        <EventTable label={t("admin.health.events")} events={events} />
      )}
    </section>
  );
}

function EventTable({
  label,
  events,
}: {
  readonly label: string;
  readonly events: readonly Event[];
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <Table
      label={label}
      columns={[
        t("admin.searches.time"),
        t("admin.health.event"),
        t("dev.plugin"),
        t("admin.health.reason"),
        t("admin.health.until"),
        t("admin.health.node"),
      ]}
    >
      {events.map(({ id, at, type, plugin_slug, version, reason, strikes, until, node }) => (
        <tr key={id}>
          <td>
            <Moment at={at} />
          </td>
          <td>{t(`admin.health.event.${type}`)}</td>
          <td>
            {plugin_slug === null ? "–" : <a href={`/library/${plugin_slug}`}>{plugin_slug}</a>}{" "}
            {version !== null && <small class="quiet mono">{version.slice(0, 8)}</small>}
          </td>
          <td>
            {reason}
            {strikes !== null && t("admin.health.strikes", { count: strikes })}
          </td>
          <td>{until === null ? "–" : <Moment at={until} />}</td>
          <td class="mono">{node}</td>
        </tr>
      ))}
    </Table>
  );
}
