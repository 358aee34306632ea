import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";
import type { SessionUser } from "../session.tsx";
import { CheckMail } from "./check-mail.tsx";
import { LoginForm } from "./login-form.tsx";

/** The way in: log in, sign up, verify an address, and get a new password. */
export function LoginPage({
  onUser,
}: {
  readonly onUser: (user: SessionUser) => void;
}): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  /** The address that has to be verified before the login. */
  const [unverified, setUnverified] = useState<string>();
  return (
    <main class="narrow">
      <p class="links">
        <strong>{t("app.name")}</strong>
        <button
          type="button"
          class="link"
          onClick={() => setLanguage(language === "en" ? "zh" : "en")}
        >
          {t("app.language")}
        </button>
      </p>
      {unverified === undefined ? (
        <LoginForm onUser={onUser} onUnverified={setUnverified} />
      ) : (
        <CheckMail email={unverified} onLogin={() => setUnverified(undefined)} />
      )}
    </main>
  );
}
