import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ActButton } from "../ui/act-button.tsx";
import { ConfirmButton } from "../ui/confirm.tsx";
import { TextField } from "../ui/field.tsx";
import { useToast } from "../ui/toasts.tsx";

/** Approve, reject, take down. */
export function ReviewActions({
  pluginId,
  slug,
  version,
}: {
  readonly pluginId: number;
  readonly slug: string;
  readonly version: string;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const { route } = useLocation();
  const plugin = api.admin.plugins[":id"];
  const param = { id: String(pluginId) };

  function finish(text: string): void {
    toast({ text });
    route("/admin?tab=reviews");
  }

  async function approve(): Promise<void> {
    await read(plugin.approve.$post({ param }));
    finish(t("admin.review.approved", { slug, version }));
  }

  async function reject(text: (name: string) => string): Promise<void> {
    await read(plugin.reject.$post({ param, json: { reason: text("reason") } }));
    finish(t("admin.review.rejected", { slug, version }));
  }

  async function takeDown(text: (name: string) => string): Promise<void> {
    const json = { reason: text("reason"), ban_developer: text("ban") === "on" };
    await read(plugin["take-down"].$post({ param, json }));
    finish(t("admin.review.takenDown", { slug }));
  }

  const reason = (
    <TextField label={t("admin.review.reason")} name="reason" required maxlength={2000} />
  );
  return (
    <div class="row">
      <ActButton kind="primary" onAct={approve}>
        {t("admin.review.approve")}
      </ActButton>
      <ConfirmButton
        text={t("admin.review.reject")}
        title={`${t("admin.review.reject")}: ${slug} ${version}`}
        onConfirm={reject}
      >
        {reason}
      </ConfirmButton>
      <ConfirmButton
        text={t("admin.review.takeDown")}
        title={`${t("admin.review.takeDown")}: ${slug}`}
        onConfirm={takeDown}
      >
        <p>{t("admin.review.takeDownAsk")}</p>
        {reason}
        <p>
          <label>
            <input type="checkbox" name="ban" /> {t("admin.review.banToo")}
          </label>
        </p>
      </ConfirmButton>
    </div>
  );
}
