import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { LoginFrame } from "./login-frame.tsx";

/** The page behind a link that an e-mail or an administrator contains: sets a new password. */
export function ResetPasswordPage(): JSX.Element {
  const { t } = useLanguage();
  const [isDone, setDone] = useState(false);
  const token = new URLSearchParams(location.search).get("token") ?? "";
  if (isDone) {
    return (
      <LoginFrame>
        <p role="status">{t("login.resetDone")}</p>
        <a href="/">{t("login.title")}</a>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame>
      <h1>{t("login.resetTitle")}</h1>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const newPassword = text("password");
          await read(api.auth["reset-password"].$post({ json: { token, newPassword } }));
          setDone(true);
        }}
      >
        <TextField
          label={t("login.newPassword")}
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minlength={10}
          hint={t("login.passwordHint")}
        />
      </Form>
    </LoginFrame>
  );
}
