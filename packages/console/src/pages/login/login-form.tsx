import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, ApiError, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import type { SessionUser } from "../../session.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { hasSimulators } from "../playground/simulators.ts";

const MODES = ["login", "sign-up", "forgotten"] as const;

type Mode = (typeof MODES)[number];

/** The form for logging in, signing up, and a forgotten password. */
export function LoginForm({
  email: begun,
  onUser,
  onUnverified,
}: {
  /** The address that was entered before another page was shown in the place of this one. */
  readonly email: string | undefined;
  readonly onUser: (user: SessionUser) => void;
  /** Called when the address has to be verified before the login. */
  readonly onUnverified: (email: string) => void;
}): JSX.Element {
  const { t } = useLanguage();
  // The URL contains the mode, so that it survives a reload.
  const [mode, setShown] = useState<Mode>(
    () => MODES.find((one) => location.hash === `#${one}`) ?? "login",
  );
  const [email, setEmail] = useState(begun);
  const [isSent, setSent] = useState(false);
  const isDemo = useData(hasSimulators, []).data === true;
  const isClosed = useData(() => read(api.auth.settings.$get()), []).data?.sign_up === false;

  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(begun === undefined ? mode : undefined);
  // The form or the button that had the focus was removed.
  useEffect(() => {
    if (before.current !== mode) heading.current?.focus();
    before.current = mode;
  }, [mode]);

  function setMode(next: Mode): void {
    const page = location.pathname + location.search;
    history.replaceState(null, "", next === "login" ? page : `${page}#${next}`);
    // Read from the field, because a browser may have filled it in without an event.
    const field = document.querySelector<HTMLInputElement>("input[name=email]");
    if (field !== null) setEmail(field.value);
    setSent(false);
    setShown(next);
  }

  async function submit(text: (name: string) => string): Promise<void> {
    const entered = text("email");
    if (mode === "forgotten") {
      await read(api.auth["request-password-reset"].$post({ json: { email: entered } }));
      setSent(true);
      return;
    }
    const password = text("password");
    const user =
      mode === "login"
        ? await signIn(entered, password)
        : await signUp({ name: text("name"), email: entered, password });
    if (mode !== "login") setMode("login");
    if (user === null) onUnverified(entered);
    else onUser(user);
  }

  const words = {
    login: [t("login.title"), t("login.submit")],
    "sign-up": [t("login.signUp"), t("login.create")],
    forgotten: [t("login.forgotten"), t("login.sendLink")],
  } as const;
  const [title, button] = words[mode];
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {isDemo && mode !== "forgotten" && <p class="notice">{t("login.demo")}</p>}
      {isClosed && mode !== "forgotten" && <p class="notice">{t("error.SIGN_UP_CLOSED")}</p>}
      {isSent && <p role="status">{t("login.resetSent")}</p>}
      {!(isClosed && mode === "sign-up") && (
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
            value={email}
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
      )}
      <p class="links">
        {(mode !== "login" || !isClosed) && (
          <button
            type="button"
            class="link"
            onClick={() => setMode(mode === "login" ? "sign-up" : "login")}
          >
            {mode === "login" ? t("login.toSignUp") : t("login.toLogin")}
          </button>
        )}
        {mode === "login" && (
          <button type="button" class="link" onClick={() => setMode("forgotten")}>
            {t("login.forgotten")}
          </button>
        )}
      </p>
    </>
  );
}

/** Logs in. Returns `null` when the address must be verified first. */
async function signIn(email: string, password: string): Promise<SessionUser | null> {
  try {
    const asked = api.auth["sign-in"].email.$post({ json: { email, password } });
    return (await read(asked)).user;
  } catch (error) {
    if (error instanceof ApiError && error.code === "EMAIL_NOT_VERIFIED") return null;
    throw error;
  }
}

/** Signs up. Returns `null` when the address must be verified before the login. */
async function signUp(json: {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}): Promise<SessionUser | null> {
  return (await read(api.auth["sign-up"].email.$post({ json }))).user;
}
