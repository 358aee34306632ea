import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { formatMoment } from "../../ui/format.ts";
import { createRandomKey } from "../../ui/random-key.ts";
import { useToast } from "../../ui/toasts.tsx";
import { type ActionProps, RoleButton, type User } from "./role-button.tsx";

/** The actions of an administrator on a user. */
export function UserActions({ user, onChanged }: ActionProps): JSX.Element {
  const { t, language } = useLanguage();
  const [isToppingUp, setToppingUp] = useState(false);
  const [link, setLink] = useState<{ url: string; expires_at: string }>();
  const endpoints = api.admin.users[":id"];
  const param = { id: String(user.id) };

  return (
    <div class="row">
      <button type="button" onClick={() => setToppingUp(true)}>
        {t("admin.users.topUp")}
      </button>
      <ActButton onAct={async () => setLink(await read(endpoints["reset-link"].$post({ param })))}>
        {t("admin.users.resetLink")}
      </ActButton>
      {user.banned && (
        <ActButton
          onAct={async () => {
            await read(endpoints.unban.$post({ param }));
            onChanged();
          }}
        >
          {t("admin.users.unban")}
        </ActButton>
      )}
      {!user.banned && user.role !== "admin" && (
        <ConfirmButton
          text={t("admin.users.ban")}
          title={`${t("admin.users.ban")}${t("app.colon")}${user.name}`}
          onConfirm={async (text) => {
            await read(endpoints.ban.$post({ param, json: { reason: text("reason") } }));
            onChanged();
          }}
        >
          <p>{t("admin.users.banAsk", { email: user.email })}</p>
          <TextField label={t("admin.users.reason")} name="reason" required maxlength={2000} />
        </ConfirmButton>
      )}
      {!user.banned && <RoleButton user={user} onChanged={onChanged} />}
      {isToppingUp && <TopUp user={user} onClose={() => setToppingUp(false)} />}
      {link !== undefined && (
        <Dialog title={t("admin.users.resetLink")} onClose={() => setLink(undefined)}>
          <p>
            {t("admin.users.resetHint", {
              time: formatMoment(link.expires_at, language),
            })}
          </p>
          <p class="mono wrap">{link.url}</p>
        </Dialog>
      )}
    </div>
  );
}

function TopUp({
  user,
  onClose,
}: {
  readonly user: User;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  // The same key for a second attempt of this dialog, so that the host makes one top-up.
  const key = useMemo(createRandomKey, []);
  return (
    <DialogForm
      title={`${t("admin.users.topUp")}${t("app.colon")}${user.name}`}
      submit={t("admin.users.topUp")}
      onClose={onClose}
      onSubmit={async (text) => {
        const credits = Number(text("credits"));
        const json = { credits, note: text("note"), idempotency_key: key };
        const param = { id: String(user.id) };
        await read(api.admin.users[":id"].credits.$post({ param, json }));
        toast({ text: t("admin.users.toppedUp", { email: user.email, credits }) });
      }}
    >
      <TextField label={t("admin.users.credits")} name="credits" type="number" required />
      <TextField label={t("admin.users.note")} name="note" maxlength={500} />
    </DialogForm>
  );
}
