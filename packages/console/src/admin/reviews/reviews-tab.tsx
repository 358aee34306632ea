import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { Moment } from "../../ui/moment.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { usePages } from "../../ui/data/use-pages.ts";
import { SharedTriggers } from "./shared-triggers.tsx";

/** The versions that wait for a review, oldest first, and the triggers that published plugins share. */
export function ReviewsTab(): JSX.Element {
  return (
    <>
      <ReviewQueue />
      <SharedTriggers />
    </>
  );
}

function ReviewQueue(): JSX.Element {
  const { t } = useLanguage();
  const { loaded, more } = usePages(
    (after: number | undefined) =>
      read(
        api.admin.plugins.queue.$get({
          query: { limit: "500", ...(after !== undefined && { after: String(after) }) },
        }),
      ),
    [],
  );
  useChanges("reviews", loaded.reload);
  return (
    <Show of={loaded}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t("admin.reviews.none")}>
            <p>{t("admin.reviews.noneHint")}</p>
          </Empty>
        ) : (
          <LongTable
            label={t("admin.tab.reviews")}
            onPhone="labelled"
            columns={[
              t("dev.plugin"),
              t("dev.version"),
              t("dev.inLibrary"),
              t("dev.findings"),
              t("dev.submittedAt"),
            ]}
            items={items}
            more={more}
            cells={({ id, slug, version, published_version, findings, submitted_at }) => (
              <>
                <td>
                  <a href={`/admin/reviews/${id}`}>{slug}</a>
                </td>
                <td>{version}</td>
                <td>{published_version ?? "–"}</td>
                <td>{findings}</td>
                <td>
                  <Moment at={submitted_at} />
                </td>
              </>
            )}
          />
        )
      }
    </Show>
  );
}
