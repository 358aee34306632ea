import type { BotRecord } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ActButton } from "../ui/forms/act-button.tsx";

/** Pauses a bot, or starts it again, also one that its platform has refused. */
export function PauseButton({
  bot,
  onChange,
}: {
  readonly bot: BotRecord;
  readonly onChange: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const isOff = bot.paused || bot.status.state === "refused";
  const { name } = bot;
  return (
    <ActButton
      label={isOff ? t("bots.resumeOf", { name }) : t("bots.pauseOf", { name })}
      onAct={async () => {
        const at = { param: { id: String(bot.id) } };
        const { resume, pause } = api.bots[":id"];
        await read(isOff ? resume.$post(at) : pause.$post(at));
        onChange();
      }}
    >
      {isOff ? t("bots.resume") : t("bots.pause")}
    </ActButton>
  );
}
