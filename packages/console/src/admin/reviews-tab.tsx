import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Empty, Show } from "../ui/loading.tsx";
import { Table } from "../ui/table.tsx";
import { useData } from "../ui/use-data.ts";

/** The versions that wait for a review, oldest first. */
export function ReviewsTab(): JSX.Element {
  const { t } = useLanguage();
  const queue = useData(() => read(api.admin.plugins.queue.$get()), []);
  const columns = [t("dev.plugin"), t("dev.version"), t("dev.inLibrary"), t("dev.findings")];
  return (
    <Show of={queue}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t("admin.reviews.none")} />
        ) : (
          <Table label={t("admin.tab.reviews")} columns={columns}>
            {items.map(({ id: pluginId, slug, version, published, findings }) => (
              <tr key={pluginId}>
                <td>
                  <a href={`/admin/reviews/${pluginId}`}>{slug}</a>
                </td>
                <td>{version}</td>
                <td>{published?.version ?? "–"}</td>
                <td>{findings.length}</td>
              </tr>
            ))}
          </Table>
        )
      }
    </Show>
  );
}
