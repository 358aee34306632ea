import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { Moment } from "../../ui/moment.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { usePages } from "../../ui/data/use-pages.ts";
import { UserLink } from "../user-link.tsx";
import { Failure } from "../../ui/failure.tsx";

/** The messages of all users that were set aside, without their texts. */
export function SetAsideMessages(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const { loaded, more } = usePages(
    (before: number | undefined) =>
      read(
        api.admin.messages["set-aside"].$get({
          query: { limit: "200", ...(before !== undefined && { before: String(before) }) },
        }),
      ),
    [],
  );

  async function retry(id: number): Promise<void> {
    await read(api.admin.messages[":id"].retry.$post({ param: { id: String(id) } }));
    toast({ text: t("messages.retried") });
    loaded.reload();
  }

  return (
    <section>
      <h2 id="set-aside">{t("admin.health.aside")}</h2>
      <Show of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t("admin.health.noAside")}</p>
          ) : (
            <LongTable
              label={t("admin.health.aside")}
              onPhone="stacked"
              columns={[
                t("admin.searches.time"),
                t("admin.searches.user"),
                t("messages.bot"),
                t("admin.health.reason"),
                { text: t("messages.retry"), kind: "unseen" },
              ]}
              items={items}
              more={more}
              cells={({ id, received_at, user_id, bot_id, platform, error }) => (
                <>
                  <td>
                    <Moment at={received_at} />
                  </td>
                  <td>
                    <UserLink id={user_id} />
                  </td>
                  <td class="short">
                    #{bot_id} {t(`platform.${platform}`)}
                  </td>
                  <td>{error !== null && <Failure error={error} />}</td>
                  <td>
                    <ActButton onAct={() => retry(id)}>{t("messages.retry")}</ActButton>
                  </td>
                </>
              )}
            />
          )
        }
      </Show>
    </section>
  );
}
