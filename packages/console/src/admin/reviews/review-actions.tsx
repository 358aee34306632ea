import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { TakeDownButton } from "./take-down-button.tsx";

/** The decisions that a reviewer can make. */
export function ReviewActions({
  pluginId,
  slug,
  version,
  versionId,
}: {
  readonly pluginId: number;
  readonly slug: string;
  readonly version: string;
  /** The shown version: the decision does not apply to a version that was submitted later. */
  readonly versionId: number;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const { route } = useLocation();
  const plugin = api.admin.plugins[":id"];
  const param = { id: String(pluginId) };
  const query = { version_id: String(versionId) };

  function finish(text: string): void {
    toast({ text });
    route("/admin?tab=reviews");
  }

  async function approve(): Promise<void> {
    await read(plugin.approve.$post({ param, query }));
    finish(t("admin.review.approved", { slug, version }));
  }

  async function reject(text: (name: string) => string): Promise<void> {
    await read(plugin.reject.$post({ param, query, json: { reason: text("reason") } }));
    finish(t("admin.review.rejected", { slug, version }));
  }

  return (
    <div class="row">
      <ActButton kind="primary" onAct={approve}>
        {t("admin.review.approve")}
      </ActButton>
      <ConfirmButton
        text={t("admin.review.reject")}
        title={`${t("admin.review.reject")}${t("app.colon")}${slug} ${version}`}
        onConfirm={reject}
      >
        <TextField label={t("admin.review.reason")} name="reason" required maxlength={2000} />
      </ConfirmButton>
      <TakeDownButton pluginId={pluginId} slug={slug} next="/admin?tab=reviews" />
    </div>
  );
}
