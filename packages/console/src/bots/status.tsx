import type { BotRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { Failure } from "../ui/failure.tsx";
import { Moment } from "../ui/moment.tsx";

/** The state of a bot's connection, and advice for its owner. */
export function Status({ bot }: { readonly bot: BotRecord }): JSX.Element {
  const { t, language } = useLanguage();
  const { state, code, message, advice, since } = bot.status;
  return (
    <div class="status">
      <span class={`badge ${KINDS[state]}`}>{t(`bots.status.${state}`)}</span>{" "}
      {since !== null && (
        <small class="quiet">
          {t("bots.since")} <Moment at={since} />
        </small>
      )}
      {message !== undefined && (
        <p class="error">
          <Failure error={{ code, message }} />
        </p>
      )}
      {advice !== undefined && <p>{advice[language]}</p>}
    </div>
  );
}

const KINDS: Readonly<Record<BotRecord["status"]["state"], "good" | "warn" | "error" | "quiet">> = {
  connecting: "quiet",
  connected: "good",
  "needs-login": "warn",
  refused: "error",
  stopped: "error",
  paused: "quiet",
  waiting: "warn",
};
