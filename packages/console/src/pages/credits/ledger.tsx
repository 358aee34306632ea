import type { CreditMovement } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { usePages } from "../../ui/data/use-pages.ts";

/** The movements of the credits, newest first. */
export function Ledger(): JSX.Element {
  const { t } = useLanguage();
  const { loaded, more, refresh } = usePages(
    (before: number | undefined) =>
      read(
        api.credits.ledger.$get({
          query: { limit: "500", ...(before !== undefined && { before: String(before) }) },
        }),
      ),
    [],
  );
  useChanges("credits", () => void refresh().catch(() => {}));
  return (
    <section>
      <h2 id="ledger">{t("credits.ledger")}</h2>
      <Show of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("credits.noMovements")}>
              <p>{t("credits.noMovementsHint")}</p>
            </Empty>
          ) : (
            <>
              <p class="quiet">{t("credits.ledgerNote")}</p>
              <LongTable
                label={t("credits.ledger")}
                onPhone="labelled"
                columns={[
                  t("credits.time"),
                  t("credits.kind"),
                  { text: t("credits.credits"), kind: "number" },
                  t("credits.plugin"),
                  t("credits.what"),
                ]}
                items={items}
                cells={(movement) => <MovementCells movement={movement} />}
                more={more}
              />
            </>
          )
        }
      </Show>
    </section>
  );
}

function MovementCells({ movement }: { readonly movement: CreditMovement }): JSX.Element {
  const { t, language } = useLanguage();
  const { kind, credits, plugin_slug, description, is_by_administrator, created_at } = movement;
  return (
    <>
      <td>
        <time dateTime={created_at}>{formatTime(created_at, language)}</time>
      </td>
      <td class="short">{t(`credits.${kind}`)}</td>
      <td class={credits > 0 ? "number good" : "number"}>
        {credits > 0 ? "+" : ""}
        {formatNumber(credits, language)}
      </td>
      <td>{plugin_slug}</td>
      <td>
        {description}
        {is_by_administrator && <span class="quiet"> {t("credits.byAdmin")}</span>}
      </td>
    </>
  );
}
