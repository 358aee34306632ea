import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { Show } from "../ui/data/loading.tsx";
import { Moment } from "../ui/moment.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { Loaded } from "../ui/data/use-data.ts";

type SessionList = InferResponseType<(typeof api.auth)["list-sessions"]["$get"]>;
type SessionRow = SessionList["items"][number];

/** Lists the sessions of the visitor, with buttons that end them. */
export function Sessions({ of: sessions }: { readonly of: Loaded<SessionList> }): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  return (
    <Show of={sessions}>
      {({ items }) => (
        <>
          <div class="scroll" tabIndex={0} role="region" aria-label={t("account.sessions")}>
            <table class="stacked">
              <thead>
                <tr>
                  <th scope="col">{t("account.device")}</th>
                  <th scope="col">{t("account.address")}</th>
                  <th scope="col">{t("account.started")}</th>
                  <th scope="col">
                    <span class="hidden">{t("account.end")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items
                  .toSorted(currentFirst)
                  .map(({ token, user_agent, ip_address, created_at, current }) => {
                    const device = deviceOf(user_agent) ?? t("account.unknownDevice");
                    return (
                      <tr key={token}>
                        <td title={user_agent ?? undefined}>{device}</td>
                        <td>{ip_address}</td>
                        <td>
                          <Moment at={created_at} />
                        </td>
                        <td>
                          {current ? (
                            <span class="badge good">{t("account.thisSession")}</span>
                          ) : (
                            <ConfirmButton
                              text={t("account.end")}
                              label={t("account.endOf", { device })}
                              title={t("account.endOf", { device })}
                              onConfirm={async () => {
                                await read(api.auth["revoke-session"].$post({ json: { token } }));
                                toast({ text: t("account.ended") });
                                sessions.reload();
                              }}
                            >
                              <p>{t("account.endAsk", { device })}</p>
                            </ConfirmButton>
                          )}
                        </td>
                      </tr>
                    );
                  })}
              </tbody>
            </table>
          </div>
          {items.length > 1 && (
            <p>
              <ConfirmButton
                text={t("account.endOthers")}
                title={t("account.endOthersTitle")}
                onConfirm={async () => {
                  await read(api.auth["revoke-other-sessions"].$post());
                  toast({ text: t("account.endedOthers") });
                  sessions.reload();
                }}
              >
                <p>{t("account.endOthersAsk", { count: items.length - 1 })}</p>
              </ConfirmButton>
            </p>
          )}
        </>
      )}
    </Show>
  );
}

/** The current session first, then the newest. */
function currentFirst(one: SessionRow, other: SessionRow): number {
  return (
    Number(other.current) - Number(one.current) || other.created_at.localeCompare(one.created_at)
  );
}

/** The browser and the system in a user agent; `undefined` when it names neither. */
function deviceOf(userAgent: string | null): string | undefined {
  if (userAgent === null || userAgent === "") return undefined;
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)[A-Za-z]*\//.exec(userAgent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1];
  if (browser === undefined) return userAgent.slice(0, 60);
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system === undefined ? name : `${name} · ${system}`;
}
