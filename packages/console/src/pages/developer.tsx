import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Empty, Show } from "../ui/loading.tsx";
import { Table } from "../ui/table.tsx";
import { useData } from "../ui/use-data.ts";

/** A developer's own plugins, with what reviewers say of them. */
export function DeveloperPage(): JSX.Element {
  const { t } = useLanguage();
  const plugins = useData(() => read(api.plugins.my.$get()), []);
  return (
    <>
      <div class="row">
        <h1>{t("dev.title")}</h1>
        <a href="/developer/new">{t("dev.new")}</a>
      </div>
      <Show of={plugins}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("dev.none")}>
              <a href="/developer/new">{t("dev.new")}</a>
            </Empty>
          ) : (
            <Table
              label={t("dev.title")}
              columns={[
                t("dev.plugin"),
                t("dev.status"),
                t("dev.version"),
                t("dev.inLibrary"),
                t("dev.comment"),
              ]}
            >
              {items.map(({ id, slug, status, version, published_version, reason }) => (
                <tr key={id}>
                  <td>
                    <a href={`/developer/${id}`}>{slug}</a>
                  </td>
                  <td>{t(`dev.status.${status}`)}</td>
                  <td>{version}</td>
                  <td>{published_version ?? "–"}</td>
                  <td>{reason ?? "–"}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Show>
    </>
  );
}
