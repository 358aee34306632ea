import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import type { SessionUser } from "../session.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { useData } from "../ui/data/use-data.ts";
import { hasSimulators } from "./playground/simulators.ts";

const MODES = ["login", "sign-up", "forgotten"] as const;

type Mode = (typeof MODES)[number];

/** Log in, sign up, and get a new password. */
export function LoginPage({
  onUser,
}: {
  readonly onUser: (user: SessionUser) => void;
}): JSX.Element {
  const { t, language, setLanguage } = useLanguage();
  // The address has it, for a reload.
  const [mode, setShown] = useState<Mode>(
    () => MODES.find((one) => location.hash === `#${one}`) ?? "login",
  );
  const [isSent, setSent] = useState(false);
  const isDemo = useData(hasSimulators, []).data === true;

  function setMode(next: Mode): void {
    const page = location.pathname + location.search;
    history.replaceState(null, "", next === "login" ? page : `${page}#${next}`);
    setShown(next);
  }

  async function submit(text: (name: string) => string): Promise<void> {
    const email = text("email");
    if (mode === "forgotten") {
      await read(api.auth["request-password-reset"].$post({ json: { email } }));
      setSent(true);
      return;
    }
    const password = text("password");
    const asked =
      mode === "login"
        ? api.auth["sign-in"].email.$post({ json: { email, password } })
        : api.auth["sign-up"].email.$post({ json: { name: text("name"), email, password } });
    const { user } = await read(asked);
    if (mode !== "login") setMode("login");
    onUser(user);
  }

  const words = {
    login: [t("login.title"), t("login.submit")],
    "sign-up": [t("login.signUp"), t("login.create")],
    forgotten: [t("login.forgotten"), t("login.sendLink")],
  } as const;
  const [title, button] = words[mode];
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
      <h1>{title}</h1>
      {isDemo && mode !== "forgotten" && <p class="notice">{t("login.demo")}</p>}
      {isSent && <p role="status">{t("login.resetSent")}</p>}
      <Form key={mode} submit={button} onSubmit={submit}>
        {mode === "sign-up" && (
          <TextField
            label={t("login.name")}
            name="name"
            autocomplete="name"
            required
            maxlength={100}
          />
        )}
        <TextField
          label={t("login.email")}
          name="email"
          type="email"
          autocomplete="username"
          required
        />
        {mode !== "forgotten" && (
          <TextField
            label={t("login.password")}
            name="password"
            type="password"
            autocomplete={mode === "login" ? "current-password" : "new-password"}
            required
            minlength={mode === "login" ? undefined : 10}
            hint={mode === "login" ? undefined : t("login.passwordHint")}
          />
        )}
      </Form>
      <p class="links">
        <button
          type="button"
          class="link"
          onClick={() => setMode(mode === "login" ? "sign-up" : "login")}
        >
          {mode === "login" ? t("login.toSignUp") : t("login.toLogin")}
        </button>
        {mode === "login" && (
          <button type="button" class="link" onClick={() => setMode("forgotten")}>
            {t("login.forgotten")}
          </button>
        )}
      </p>
    </main>
  );
}
