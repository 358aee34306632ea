import type { BoundBot, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { setWecomCallback } from "../pages/playground/simulators.ts";
import { useSimulated } from "../pages/playground/use-simulated.ts";
import { ActButton } from "../ui/forms/act-button.tsx";
import { CopyField } from "../ui/forms/copy-field.tsx";
import { useToast } from "../ui/toasts.tsx";

/** The remaining steps for a new bot: values that must be copied to the platform's console. */
export function Bound({
  bound: { bot, generated },
  platform,
}: {
  readonly bound: BoundBot;
  readonly platform: PlatformRecord;
}): JSX.Element {
  const { t, language } = useLanguage();
  const toast = useToast();
  const simulated = useSimulated(bot.platform);
  const fields = [...platform.fields, ...platform.callback_fields];
  const values = Object.entries(generated);
  return (
    <section class="card" role="status">
      <h2 class="good">{t("bots.bound", { name: bot.name })}</h2>
      <p>{t("bots.boundTest")}</p>
      {bot.callback_url !== null && (
        <CopyField
          label={t("bots.callback")}
          hint={t("bots.callbackHint")}
          value={bot.callback_url}
        />
      )}
      {simulated !== undefined && bot.platform === "wecom" && bot.callback_url !== null && (
        <ActButton
          onAct={async () => {
            await setWecomCallback(bot.callback_url ?? "");
            toast({ text: t("playground.callbackDone") });
          }}
        >
          {t("playground.callbackSet")}
        </ActButton>
      )}
      {values.length > 0 && <p class="notice warn">{t("bots.once")}</p>}
      {values.map(([name, value]) => {
        const field = fields.find((known) => known.name === name);
        return (
          <CopyField
            key={name}
            label={field?.label[language] ?? name}
            hint={field?.help[language]}
            value={value}
          />
        );
      })}
      <p>
        <a class="button primary" href={`/bots/${bot.id}`}>
          {t("bots.toPlugins")}
        </a>
      </p>
    </section>
  );
}
