import type { BotRecord, LoginRecord } from "@botwright/host";
import type { JSX } from "preact";
import { ApiError, api, read, send } from "../api.ts";
import { useWords } from "../i18n/error-words.ts";
import { useLanguage } from "../i18n/index.ts";
import { SimulatedPhone } from "../pages/playground/simulated-phone.tsx";
import { useSimulated } from "../pages/playground/use-simulated.ts";
import { ActButton } from "../ui/forms/act-button.tsx";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { Show } from "../ui/data/loading.tsx";
import { useLive } from "../ui/data/use-live.ts";
import { useQuery } from "../ui/use-query.ts";
import { Failure } from "../ui/failure.tsx";

/** Binds a bot by a login with a QR code. The URL contains the login's id, so that a reload continues it. */
export function LoginPanel({
  platform,
  rebound,
}: {
  readonly platform: LoginRecord["platform"];
  /** The bot that gets a new session. */
  readonly rebound?: BotRecord;
}): JSX.Element {
  const { t } = useLanguage();
  const [{ login }, setQuery] = useQuery();
  const begin = async (): Promise<void> => {
    const json = { platform, ...(rebound !== undefined && { bot_id: rebound.id }) };
    setQuery({ login: (await read(api["bot-logins"].$post({ json }))).id });
  };
  if (login === undefined && rebound !== undefined) {
    return (
      <ConfirmButton
        text={t("bots.login.begin")}
        title={t("bots.rebindTitle", { name: rebound.name })}
        onConfirm={begin}
      >
        <p>{t("bots.rebindAsk")}</p>
      </ConfirmButton>
    );
  }
  if (login === undefined) {
    return (
      <ActButton kind="primary" onAct={begin}>
        {t("bots.login.begin")}
      </ActButton>
    );
  }
  return <Login key={login} id={login} onAgain={begin} />;
}

/** The current state of a login. */
function Login({
  id,
  onAgain,
}: {
  readonly id: string;
  readonly onAgain: () => Promise<void>;
}): JSX.Element {
  const { t } = useLanguage();
  const words = useWords();
  const simulated = useSimulated("wechat");
  const at = { param: { login: id } };
  const login = useLive(
    () => read(api["bot-logins"][":login"].$get(at)),
    [id],
    `/api/bot-logins/${encodeURIComponent(id)}/events`,
  );
  // The login's id in the URL may be outdated.
  if (login.error instanceof ApiError && login.error.code === "LOGIN_NOT_FOUND") {
    return (
      <>
        <p role="status">{words(login.error)}</p>
        <ActButton kind="primary" onAct={onAgain}>
          {t("bots.login.again")}
        </ActButton>
      </>
    );
  }
  return (
    <Show of={login}>
      {(record) => (
        <div class="card login">
          <div role="status">
            <LoginStep login={record} />
          </div>
          {simulated !== undefined && !record.is_over && record.state !== "confirmed" && (
            <SimulatedPhone />
          )}
          {record.state === "needs-code" && (
            <Form
              submit={t("bots.login.sendDigits")}
              onSubmit={(text) =>
                send(
                  api["bot-logins"][":login"].code.$post({ ...at, json: { code: text("code") } }),
                )
              }
            >
              <TextField
                label={t("bots.login.digits")}
                name="code"
                pattern="[0-9]{1,12}"
                inputMode="numeric"
                autocomplete="one-time-code"
                required
              />
            </Form>
          )}
          {record.state === "confirmed" ? (
            <a class="button primary" href={`/bots/${record.bot_id}`}>
              {t("bots.toPlugins")}
            </a>
          ) : record.is_over ? (
            <ActButton kind="primary" onAct={onAgain}>
              {t("bots.login.again")}
            </ActButton>
          ) : (
            <ActButton
              onAct={async () => {
                await send(api["bot-logins"][":login"].$delete(at));
                login.reload();
              }}
            >
              {t("bots.login.cancel")}
            </ActButton>
          )}
        </div>
      )}
    </Show>
  );
}

function LoginStep({ login }: { readonly login: LoginRecord }): JSX.Element {
  const { t, language } = useLanguage();
  switch (login.state) {
    case "waiting":
      return (
        <>
          <p>{t("bots.login.waiting")}</p>
          <QrCode svg={login.svg ?? ""} label={t("bots.login.qr")} />
          {login.attempt > 1 && (
            <p class="quiet">{t("bots.login.attempt", { attempt: login.attempt })}</p>
          )}
        </>
      );
    case "refused":
    case "failed":
      return (
        <>
          <p class="error">
            <Failure error={login} />
          </p>
          {login.advice !== undefined && <p>{login.advice[language]}</p>}
        </>
      );
    case "needs-code":
      return <p>{t(login.is_wrong ? "bots.login.wrongCode" : "bots.login.needs-code")}</p>;
    case "expired":
      return <p>{t(login.is_over ? "bots.login.expiredOver" : "bots.login.expired")}</p>;
    case "confirmed":
      return <p class="good">{t("bots.login.confirmed")}</p>;
    default:
      return <p>{t(`bots.login.${login.state}`)}</p>;
  }
}

/** Draws the host's QR code. Only the size and the path of its SVG are used. */
function QrCode({ svg, label }: { readonly svg: string; readonly label: string }): JSX.Element {
  const viewBox = /viewBox="([\d. ]+)"/.exec(svg)?.[1];
  const d = /<path [^>]*\bd="([^"]+)"/.exec(svg)?.[1];
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={viewBox} shape-rendering="crispEdges">
      <path d={d} />
    </svg>
  );
}
