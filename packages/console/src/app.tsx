import type { JSX } from "preact";
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, read, whenLoggedOut } from "./api.ts";
import {
  initialLanguage,
  Languages,
  storeLanguage,
  useLanguage,
  whenLanguageIsStored,
} from "./i18n/index.ts";
import { createTranslate } from "./i18n/translate.ts";
import { type Page, PAGES } from "./pages/index.ts";
import { LoginPage } from "./pages/login/login.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ResetPasswordPage } from "./pages/login/reset-password.tsx";
import { VerifyEmailPage } from "./pages/login/verify-email.tsx";
import { Sessions, type SessionUser, useSession } from "./session.tsx";
import { announceSession, whenSessionIsChecked } from "./session-check.ts";
import { ActButton } from "./ui/forms/act-button.tsx";
import { LanguageButton } from "./ui/language-button.tsx";
import { Toasts, useToastsOfPage } from "./ui/toasts.tsx";
import { LoadFailure } from "./ui/data/loading.tsx";
import { CHANGES } from "./ui/data/use-changes.ts";
import { isPassing } from "./ui/data/try-again.ts";
import { useData } from "./ui/data/use-data.ts";
import { useEvents } from "./ui/data/use-events.ts";
import { useKeptFocus } from "./ui/lists/use-kept-focus.ts";
import { useTitle } from "./ui/use-title.ts";

/** The whole console: the language, then the login, then the pages. */
export function App(): JSX.Element {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    storeLanguage(language);
  }, [language]);
  useEffect(() => whenLanguageIsStored(setLanguage), []);
  useTitle();
  const languages = useMemo(
    () => ({ language, t: createTranslate(language), setLanguage }),
    [language],
  );
  return (
    <Languages.Provider value={languages}>
      <Toasts>
        <Way />
      </Toasts>
    </Languages.Provider>
  );
}

/** The page of a link from an e-mail, which needs no session, or the pages behind the login. */
function Way(): JSX.Element {
  if (location.pathname === "/reset-password") return <ResetPasswordPage />;
  if (location.pathname === "/verify-email") return <VerifyEmailPage />;
  return <WithLogin />;
}

/** Shows the login until there is a session. */
function WithLogin(): JSX.Element | null {
  const [user, setUser] = useState<SessionUser | null | undefined>(undefined);
  const [isAway, setAway] = useState(false);
  // The result of the first request; when a later one fails, the page shows that the host is away.
  const first = useData(() => read(api.auth["get-session"].$get()), []);
  useEffect(() => {
    const see = (session: { readonly user: SessionUser } | null): void =>
      setUser((before) => sameUser(before, session?.user ?? null));
    if (first.data !== undefined) see(first.data);
    async function lookAgain(): Promise<void> {
      try {
        const session = await read(api.auth["get-session"].$get());
        setAway(false);
        see(session);
      } catch (error) {
        setAway(isPassing(error));
      }
    }
    whenSessionIsChecked(() => void lookAgain());
    whenLoggedOut(() => {
      setUser(null);
      announceSession();
    });
  }, [first.data]);
  if (user === undefined) {
    if (first.error === undefined) return null;
    return (
      <main>
        <LoadFailure error={first.error} onRetry={first.reload} />
      </main>
    );
  }
  if (user === null) {
    return (
      <LoginPage
        onUser={(known) => {
          setUser(known);
          announceSession();
        }}
      />
    );
  }
  const signOut = async (): Promise<void> => {
    await read(api.auth["sign-out"].$post());
    setUser(null);
    announceSession();
  };
  return (
    // A new key for another user discards the state of all pages.
    <Sessions.Provider key={user.id} value={{ user, signOut }}>
      <LocationProvider>
        <Frame isAway={isAway} />
      </LocationProvider>
    </Sessions.Provider>
  );
}

/** Returns the previous object if nothing has changed, so that nothing is rendered again. */
function sameUser(
  before: SessionUser | null | undefined,
  now: SessionUser | null,
): SessionUser | null {
  const isSame = before?.id === now?.id && before?.role === now?.role;
  return isSame && before !== undefined ? before : now;
}

/** The navigation, and the page next to it. */
function Frame({
  isAway,
}: {
  /** Whether the host cannot be reached, so that the page is not live. */
  readonly isAway: boolean;
}): JSX.Element {
  const { t } = useLanguage();
  const { user, signOut } = useSession();
  const { path } = useLocation();
  useToastsOfPage(path);
  // This stream ends with the session; then the tab checks its session.
  useEvents(CHANGES, () => {});
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  const pages = PAGES.filter(({ isForAdmins }) => isForAdmins !== true || user.role === "admin");
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {t("app.skip")}
      </a>
      <nav aria-label={t("nav.main")}>
        <a class="brand" href="/">
          {t("app.name")}
        </a>
        <NavLinks pages={pages.filter(({ isOwn }) => isOwn !== true)} />
        <div class="own">
          <NavLinks pages={pages.filter(({ isOwn }) => isOwn === true)} />
          <LanguageButton />
          <ActButton kind="link" onAct={signOut}>
            {t("app.signOut")}
          </ActButton>
        </div>
      </nav>
      <main id="content" tabIndex={-1} ref={main}>
        <div role="status">{isAway && <p class="notice warn">{t("app.away")}</p>}</div>
        <ErrorBoundary>
          {/* The link that was followed is gone, or is not what comes next. */}
          <Router onRouteChange={() => main.current?.focus({ preventScroll: true })}>
            {pages.map(({ path: at, component }) => (
              <Route key={at} path={at} component={component} />
            ))}
            <Route path="/" component={pages[0]?.component ?? NotFoundPage} />
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  );
}

function NavLinks({ pages }: { readonly pages: readonly Page[] }): JSX.Element {
  const { t } = useLanguage();
  const { path } = useLocation();
  return (
    <>
      {pages.map(
        ({ path: href, nav }) =>
          nav !== undefined && (
            <a key={href} href={href} aria-current={path.startsWith(href) ? "page" : undefined}>
              {t(nav)}
            </a>
          ),
      )}
    </>
  );
}
