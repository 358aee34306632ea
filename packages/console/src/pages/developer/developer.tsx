import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";

const CLASSES = {
  pending: "warn",
  published: "good",
  rejected: "error",
  taken_down: "error",
} as const;

/** A developer's own plugins, with the reviewers' comments. */
export function DeveloperPage(): JSX.Element {
  const { t } = useLanguage();
  const plugins = useData(() => read(api.plugins.my.$get()), []);
  useChanges("plugins", plugins.reload);
  return (
    <>
      <header class="links">
        <h1>{t("dev.title")}</h1>
        <a class="button primary" href="/developer/new">
          {t("dev.new")}
        </a>
      </header>
      <Show of={plugins}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("dev.none")}>
              <a class="button primary" href="/developer/new">
                {t("dev.new")}
              </a>
            </Empty>
          ) : (
            <LongTable
              label={t("dev.title")}
              onPhone="labelled"
              columns={[
                t("dev.plugin"),
                t("dev.status"),
                t("dev.version"),
                t("dev.inLibrary"),
                t("dev.comment"),
              ]}
              items={items}
              cells={({ id, slug, status, version, published_version, reason }) => (
                <>
                  <td>
                    <a href={`/developer/${id}`}>{slug}</a>
                  </td>
                  <td class={`short ${CLASSES[status]}`}>{t(`dev.status.${status}`)}</td>
                  <td>{version}</td>
                  <td>{published_version}</td>
                  <td class="note">{reason}</td>
                </>
              )}
            />
          )
        }
      </Show>
    </>
  );
}
