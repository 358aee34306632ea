import type { CreditMovement } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/act-button.tsx";
import { formatNumber, formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/loading.tsx";
import { usePages } from "../../ui/use-pages.ts";

/** The movements of the credits, newest first. */
export function Ledger(): JSX.Element {
  const { t } = useLanguage();
  const { loaded, more } = usePages(
    (before: number | undefined) =>
      read(
        api.credits.ledger.$get({
          query: before === undefined ? {} : { before: String(before) },
        }),
      ),
    [],
  );
  return (
    <section>
      <h2 id="ledger">{t("credits.ledger")}</h2>
      <Show of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("credits.noMovements")} />
          ) : (
            <div class="scroll" role="region" aria-labelledby="ledger" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t("credits.time")}</th>
                    <th scope="col">{t("credits.kind")}</th>
                    <th scope="col" class="number">
                      {t("credits.credits")}
                    </th>
                    <th scope="col">{t("credits.plugin")}</th>
                    <th scope="col">{t("credits.what")}</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((movement) => (
                    <MovementRow key={movement.id} movement={movement} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Show>
      {more !== undefined && <ActButton onAct={more}>{t("app.more")}</ActButton>}
    </section>
  );
}

function MovementRow({ movement }: { readonly movement: CreditMovement }): JSX.Element {
  const { t, language } = useLanguage();
  const { kind, credits, plugin_slug, description, is_by_administrator, created_at } = movement;
  return (
    <tr>
      <td>
        <time dateTime={created_at}>{formatTime(created_at, language)}</time>
      </td>
      <td>{t(`credits.${kind}`)}</td>
      <td class={credits > 0 ? "number good" : "number"}>
        {credits > 0 ? "+" : ""}
        {formatNumber(credits, language)}
      </td>
      <td>{plugin_slug}</td>
      <td>
        {description}
        {is_by_administrator && <span class="quiet"> {t("credits.byAdmin")}</span>}
      </td>
    </tr>
  );
}
