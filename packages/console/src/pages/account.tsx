import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { useSession } from "../session.tsx";
import { Show } from "../ui/loading.tsx";
import { useData } from "../ui/use-data.ts";

/** The visitor's own account. */
export function AccountPage(): JSX.Element {
  const { t } = useLanguage();
  const { user } = useSession();
  const sessions = useData(() => read(api.auth["list-sessions"].$get()), []);
  return (
    <>
      <h1>{t("nav.account")}</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <Show of={sessions}>
        {({ items }) => (
          <ul>
            {items.map((session) => (
              <li key={session.token}>
                {session.user_agent} · {session.ip_address} · {session.created_at}
              </li>
            ))}
          </ul>
        )}
      </Show>
    </>
  );
}
