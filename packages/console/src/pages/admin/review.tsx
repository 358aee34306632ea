import { defaultPriority } from "@botwright/core";
import type { ReviewItem } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { PermissionDiff } from "../../admin/reviews/permission-diff.tsx";
import { ReplacedNotice } from "../../admin/reviews/replaced-notice.tsx";
import { ReviewActions } from "../../admin/reviews/review-actions.tsx";
import { UpdateReportView } from "../../admin/reviews/update-report.tsx";
import { ApiError, api, read } from "../../api.ts";
import { CodeDiff } from "../../developer/code-diff.tsx";
import { FindingList } from "../../developer/finding-list.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";

/** A version that waits for a review: its permissions, the findings, and the changes. */
export function ReviewPage(): JSX.Element {
  const { t } = useLanguage();
  const { params } = useRoute();
  const id = params["id"] ?? "";
  return (
    <>
      <p>
        <a href="/admin?tab=reviews">← {t("admin.review.back")}</a>
      </p>
      <Review key={id} id={id} />
    </>
  );
}

/**
 * Shows the version that was waiting when the page was opened, even if another one is waiting now, because a reviewer
 * must only decide on a version that was read.
 */
function Review({ id }: { readonly id: string }): JSX.Element {
  const { t } = useLanguage();
  const review = useData(
    () => orNothing(read(api.admin.plugins[":id"].review.$get({ param: { id } }))),
    [id],
  );
  useChanges("reviews", review.reload);
  const [shown, setShown] = useState<ReviewItem>();
  useEffect(() => {
    const { data } = review;
    if (data) setShown((before) => (before && isOther(before, data) ? before : data));
  }, [review.data]);
  return (
    <Show of={review} heading={t("admin.tab.reviews")}>
      {(waiting) => {
        if (waiting === null) {
          return (
            <>
              <h1>{t("admin.tab.reviews")}</h1>
              <Empty title={t("admin.review.gone")} />
            </>
          );
        }
        const isReplaced = shown !== undefined && isOther(shown, waiting);
        const item = isReplaced ? shown : waiting;
        const { slug, version, published, meta, findings, code } = item;
        return (
          <>
            <h1>
              {slug} {version}
            </h1>
            <p>{meta.description}</p>
            <p>
              {published === null
                ? t("admin.review.new")
                : t("admin.review.update", { version: published.version })}
            </p>
            {item.asks_for_more && <p class="notice warn">{t("admin.review.asksForMore")}</p>}
            {isReplaced ? (
              <ReplacedNotice onShow={() => setShown(waiting)} />
            ) : (
              <ReviewActions
                key={item.version_id}
                pluginId={item.id}
                slug={slug}
                version={version}
                versionId={item.version_id}
              />
            )}
            <h2>{t("dev.findings")}</h2>
            <FindingList findings={findings} />
            <h2>{t("admin.review.permissions")}</h2>
            <PermissionDiff before={published?.meta} now={meta} />
            <h2>{t("admin.review.declared")}</h2>
            <DeclaredDiff before={published?.meta} now={meta} />
            <h2>{t("admin.review.report")}</h2>
            {published === null ? (
              <p class="quiet">{t("admin.review.noRuns")}</p>
            ) : (
              <UpdateReportView
                pluginId={item.id}
                report={item.update}
                isWaiting={!isReplaced}
                onMade={review.reload}
              />
            )}
            <h2>{t("admin.review.code")}</h2>
            <CodeDiff label={t("admin.review.code")} before={published?.code ?? code} now={code} />
          </>
        );
      }}
    </Show>
  );
}

function isOther(one: ReviewItem, other: ReviewItem): boolean {
  return one.version_id !== other.version_id;
}

/** The differences of two declarations, apart from their permissions. */
function DeclaredDiff({
  before,
  now,
}: {
  /** The published version's declaration; `undefined` when there is none. */
  readonly before: ReviewItem["meta"] | undefined;
  readonly now: ReviewItem["meta"];
}): JSX.Element {
  const { t } = useLanguage();
  const [old, declared] = [declaredOf(before ?? now), declaredOf(now)];
  if (before !== undefined && old === declared) {
    return <p class="quiet">{t("admin.review.sameDeclared")}</p>;
  }
  return <CodeDiff label={t("admin.review.declared")} before={old} now={declared} />;
}

/** The declared fields that are reviewed, apart from the code and the permissions. */
function declaredOf(meta: ReviewItem["meta"]): string {
  const { name, category, triggers, config_schema } = meta;
  // The priority that the host grants: the declared one, or that of the table.
  const priority = defaultPriority(meta);
  return JSON.stringify({ name, category, priority, triggers, config_schema }, null, 2);
}

/** `null` when the version is no longer waiting. */
async function orNothing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const isGone =
      error instanceof ApiError && /^(?:NOTHING_TO_REVIEW|PLUGIN_NOT_FOUND)$/.test(error.code);
    if (isGone) return null;
    throw error;
  }
}
