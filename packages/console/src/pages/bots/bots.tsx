import type { BotRecord } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { PauseButton } from "../../bots/pause-button.tsx";
import { Status } from "../../bots/status.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { useLive } from "../../ui/data/use-live.ts";

/** The current state of the visitor's bots. */
export function BotsPage(): JSX.Element {
  const { t, language } = useLanguage();
  const bots = useLive(() => read(api.bots.$get()), [], "/api/bot-events");
  const platforms = useData(() => read(api.platforms.$get()), []);
  const titleOf = ({ platform }: BotRecord): string =>
    platforms.data?.items.find((known) => known.platform === platform)?.label[language] ?? platform;
  const bind = (
    <a class="button primary" href="/bots/new">
      {t("bots.bind")}
    </a>
  );
  return (
    <>
      <header class="links">
        <h1>{t("bots.title")}</h1>
        {bots.data !== undefined && bots.data.items.length > 0 && bind}
      </header>
      <Show of={bots}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("bots.empty")}>{bind}</Empty>
          ) : (
            <ul class="cards">
              {items.map((bot) => (
                <li key={bot.id} class="card">
                  <h2>
                    <a href={`/bots/${bot.id}`}>{bot.name}</a>
                  </h2>
                  <p class="quiet">
                    {titleOf(bot)}
                    {` · ${bot.account}`}
                  </p>
                  <Status bot={bot} />
                  <div class="row">
                    <PauseButton bot={bot} onChange={bots.reload} />
                    <a href={`/bots/${bot.id}?part=settings`}>{t("bots.settings")}</a>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </>
  );
}
