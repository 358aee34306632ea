import type { JSX } from "preact";
import { Sessions } from "../account/sessions.tsx";
import { api, read, send } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { useSession } from "../session.tsx";
import { replaceSession } from "../session-check.ts";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { Field, TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useData } from "../ui/data/use-data.ts";

/** The visitor's own account. */
export function AccountPage(): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  const { user } = useSession();
  const sessions = useData(() => read(api.auth["list-sessions"].$get()), []);
  return (
    <>
      <h1>{t("nav.account")}</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <div class="narrow">
        <Field label={t("account.language")}>
          {(ids) => (
            <select
              {...ids}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value === "zh" ? "zh" : "en")}
            >
              <option value="en" lang="en">
                English
              </option>
              <option value="zh" lang="zh-CN">
                中文
              </option>
            </select>
          )}
        </Field>
      </div>
      <h2>{t("account.sessions")}</h2>
      <Sessions of={sessions} />
      <div class="narrow">
        <h2>{t("account.password")}</h2>
        <PasswordForm onChanged={sessions.reload} />
        <h2>{t("account.limits")}</h2>
        <p>
          <a href="/credits#limits">{t("account.limitsAt")}</a>
        </p>
        <h2>{t("account.data")}</h2>
        <p>
          <a href="/api/account/export" download target="_self">
            {t("account.export")}
          </a>
        </p>
        <DeleteAccount />
      </div>
    </>
  );
}

function PasswordForm({
  onChanged,
}: {
  /** The host has replaced this session, and has ended the others if that was wanted. */
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const { user } = useSession();
  const toast = useToast();
  return (
    <Form
      submit={t("account.password")}
      onSubmit={async (text) => {
        const json = {
          currentPassword: text("current-password"),
          newPassword: text("new-password"),
          revokeOtherSessions: text("end-others") !== "",
        };
        await replaceSession(read(api.auth["change-password"].$post({ json })));
        toast({ text: t("account.passwordDone") });
        onChanged();
      }}
    >
      {/* Tells password managers which account it is. */}
      <input
        class="hidden"
        name="username"
        autocomplete="username"
        value={user.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <TextField
        label={t("account.currentPassword")}
        name="current-password"
        type="password"
        autocomplete="current-password"
        required
      />
      <TextField
        label={t("login.newPassword")}
        hint={t("login.passwordHint")}
        name="new-password"
        type="password"
        autocomplete="new-password"
        minlength={10}
        maxlength={128}
        required
      />
      <label class="choice">
        <input type="checkbox" name="end-others" defaultChecked /> {t("account.endOnChange")}
      </label>
    </Form>
  );
}

function DeleteAccount(): JSX.Element {
  const { t } = useLanguage();
  return (
    <ConfirmButton
      text={t("account.delete")}
      title={t("account.deleteTitle")}
      onConfirm={async (text) => {
        // The sessions end before the account is gone.
        await replaceSession(send(api.account.$delete({ json: { password: text("password") } })));
        location.assign("/");
      }}
    >
      <p>{t("account.deleteWhat")}</p>
      <TextField
        label={t("account.deletePassword")}
        name="password"
        type="password"
        autocomplete="current-password"
        required
      />
    </ConfirmButton>
  );
}
