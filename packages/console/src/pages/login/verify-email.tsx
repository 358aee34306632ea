import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, ApiError, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Form } from "../../ui/forms/form.tsx";
import { LoginFrame } from "./login-frame.tsx";

/**
 * The page of the link in the sign-up e-mail. It has a button, so that only a person verifies the address, and not a
 * program that opens the links in e-mails.
 */
export function VerifyEmailPage(): JSX.Element {
  const { t } = useLanguage();
  const [state, setState] = useState<"open" | "verified" | "refused">("open");
  const token = new URLSearchParams(location.search).get("token") ?? "";

  async function verify(): Promise<void> {
    try {
      await read(api.auth["verify-email"].$post({ json: { token } }));
      setState("verified");
    } catch (error) {
      if (error instanceof ApiError && error.code === "INVALID_TOKEN") setState("refused");
      throw error;
    }
  }

  return (
    <LoginFrame>
      <h1>{t("login.verifyTitle")}</h1>
      {state === "verified" ? (
        <p role="status">{t("login.verified")}</p>
      ) : (
        <>
          <p>{t("login.verifyHint")}</p>
          <Form submit={t("login.verify")} onSubmit={verify}>
            {null}
          </Form>
        </>
      )}
      {state === "refused" && <p>{t("login.verifyRefused")}</p>}
      {state !== "open" && <a href="/">{t("login.title")}</a>}
    </LoginFrame>
  );
}
