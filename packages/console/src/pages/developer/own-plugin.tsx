import type { JSX } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { useMemo } from "preact/hooks";
import { api, read } from "../../api.ts";
import { CodeDiff } from "../../developer/code-diff.tsx";
import { formFieldsOf } from "../../developer/drafts/draft-fields.ts";
import { draftOf } from "../../developer/drafts/draft.ts";
import { PluginFields, readPluginFields } from "../../developer/plugin-fields.tsx";
import type { OwnPlugin } from "../../developer/own-plugin.ts";
import { VersionTable } from "../../developer/version-table.tsx";
import { Workbench } from "../../developer/workbench.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { useSession } from "../../session.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { UpdateCheck } from "../../updates/update-check.tsx";

const TABS = ["code", "changes", "versions"] as const;

/** A developer's own plugin: its code, its changes, its versions. */
export function OwnPluginPage(): JSX.Element {
  const { t } = useLanguage();
  const { params } = useRoute();
  const { query } = useLocation();
  const id = params["id"] ?? "";
  const plugin = useData(() => read(api.plugins.my[":id"].$get({ param: { id } })), [id]);
  useChanges("plugins", plugin.reload);
  const tab = TABS.find((one) => one === query["tab"]) ?? "code";
  return (
    <>
      <p>
        <a href="/developer">← {t("dev.back")}</a>
      </p>
      <Show of={plugin} heading={t("dev.plugin")}>
        {(own) => (
          <>
            <h1>
              {own.icon} {own.slug}
            </h1>
            <p>
              {t(`dev.status.${own.status}`)} · {own.version}
              {own.published_version !== null && (
                <>
                  {" · "}
                  <a href={`/library/${own.slug}`}>
                    {t("dev.inLibrary")}
                    {t("app.colon")}
                    {own.published_version}
                  </a>
                </>
              )}
            </p>
            {own.reason !== null && (
              <p class="notice error">
                {t("dev.comment")}
                {t("app.colon")}
                {own.reason}
              </p>
            )}
            <Tabs
              label={t("dev.tabs")}
              current={tab}
              tabs={TABS.map((key) => ({ key, text: t(`dev.tab.${key}`) }))}
            />
            {/* Hidden, not removed: what was typed in its fields would be lost, and the conversation of the trial. */}
            <div hidden={tab !== "code"}>
              <EditTab own={own} onSaved={plugin.reload} />
            </div>
            {tab === "changes" && (
              <>
                <ChangesTab own={own} />
                <PreviewOfUpdate own={own} />
              </>
            )}
            {tab === "versions" && <VersionTable own={own} onChanged={plugin.reload} />}
          </>
        )}
      </Show>
    </>
  );
}

function EditTab({
  own,
  onSaved,
}: {
  readonly own: OwnPlugin;
  readonly onSaved: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const fields = useMemo(() => formFieldsOf(own), [own]);
  async function save(code: string, text: (name: string) => string): Promise<void> {
    const json = { code, ...readPluginFields(text) };
    await read(api.plugins.my[":id"].$put({ param: { id: String(own.id) }, json }));
    toast({ text: t("dev.updated") });
  }
  return (
    <Workbench key={own.id} of={own.id} stored={own.code} sha256={own.sha256} fields={fields}>
      {(code, words, onSubmitted) => (
        <Form
          submit={t(own.published_version === null ? "dev.submitAgain" : "dev.update")}
          onSubmit={async (text) => {
            await save(code, text);
            onSubmitted();
            onSaved();
          }}
        >
          <h2>{t("dev.details")}</h2>
          <PluginFields words={words} replaces={replacedBy(code, own)} />
        </Form>
      )}
    </Workbench>
  );
}

/** The published version, if its code differs from this code. */
function replacedBy(code: string, own: OwnPlugin): string | undefined {
  return code === own.published_code ? undefined : (own.published_version ?? undefined);
}

/** What the waiting version would do differently on the developer's own bots. */
function PreviewOfUpdate({ own }: { readonly own: OwnPlugin }): JSX.Element | null {
  const { t } = useLanguage();
  if (own.status !== "pending" || own.published_version === null) return null;
  const param = { id: String(own.id) };
  return (
    <UpdateCheck
      key={own.sha256}
      what={t("dev.checkWhat")}
      compare={async () =>
        (await read(api.plugins.my[":id"]["update-report"].$post({ param }))).compared
      }
    />
  );
}

/** The differences between the published version and the draft, or the last submitted version without a draft. */
function ChangesTab({ own }: { readonly own: OwnPlugin }): JSX.Element {
  const { t } = useLanguage();
  const { user } = useSession();
  const code = draftOf(user.id, own.id).read(own.code) ?? own.code;
  if (own.published_code === null) return <p class="quiet">{t("dev.noPublished")}</p>;
  if (own.published_code === code) return <p class="quiet">{t("dev.noChanges")}</p>;
  return <CodeDiff label={t("dev.diff")} before={own.published_code} now={code} />;
}
