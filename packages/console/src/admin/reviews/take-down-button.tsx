import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { useToast } from "../../ui/toasts.tsx";

/** Takes a plugin out of the library, and optionally bans its developer. */
export function TakeDownButton({
  pluginId,
  slug,
  next,
}: {
  readonly pluginId: number;
  readonly slug: string;
  /** The URL of the page that is shown afterwards. */
  readonly next: string;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const { route } = useLocation();
  return (
    <ConfirmButton
      text={t("admin.review.takeDown")}
      title={`${t("admin.review.takeDown")}${t("app.colon")}${slug}`}
      onConfirm={async (text) => {
        const json = { reason: text("reason"), ban_developer: text("ban") === "on" };
        const param = { id: String(pluginId) };
        await read(api.admin.plugins[":id"]["take-down"].$post({ param, json }));
        toast({ text: t("admin.review.takenDown", { slug }) });
        route(next);
      }}
    >
      <p>{t("admin.review.takeDownAsk")}</p>
      <TextField label={t("admin.review.reason")} name="reason" required maxlength={2000} />
      <p>
        <label>
          <input type="checkbox" name="ban" /> {t("admin.review.banToo")}
        </label>
      </p>
    </ConfirmButton>
  );
}
