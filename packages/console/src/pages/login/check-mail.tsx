import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { useToast } from "../../ui/toasts.tsx";

/** The options of a user with an unverified address: open the link in the e-mail, or request another e-mail. */
export function CheckMail({
  email,
  onLogin,
}: {
  readonly email: string;
  /** Called to show the login again. */
  readonly onLogin: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus was removed.
  useEffect(() => heading.current?.focus(), []);
  async function sendAgain(): Promise<void> {
    await read(api.auth["send-verification-email"].$post({ json: { email } }));
    toast({ text: t("login.sentAgain") });
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t("login.verifyTitle")}
      </h1>
      <p>{t("login.verifySent", { email })}</p>
      <p>{t("login.verifyMissing")}</p>
      <p>
        <ActButton onAct={sendAgain}>{t("login.sendAgain")}</ActButton>
      </p>
      <p class="links">
        <button type="button" class="link" onClick={onLogin}>
          {t("login.toLogin")}
        </button>
      </p>
    </>
  );
}
