import type { JSX } from "preact";
import { useRoute } from "preact-iso";
import { api, read } from "../../api.ts";
import { PauseButton } from "../../bots/pause-button.tsx";
import { BotSettings } from "../../bots/settings.tsx";
import { Status } from "../../bots/status.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { BotPlugins } from "../../installed/bot-plugins.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useLive } from "../../ui/data/use-live.ts";
import { useQuery } from "../../ui/use-query.ts";
import { useSimulated } from "../playground/use-simulated.ts";

/** A link to the simulated chat with a bot, if the host simulates its platform. */
function ChatLink({ platform }: { readonly platform: string }): JSX.Element | null {
  const { t } = useLanguage();
  if (useSimulated(platform) === undefined) return null;
  return <a href={`/try?tab=own&platform=${platform}`}>{t("playground.chat")}</a>;
}

/** A bot: its plugins, or its settings (`?part=settings`). */
export function BotPage(): JSX.Element {
  const { t } = useLanguage();
  const { id = "" } = useRoute().params;
  const [{ part }] = useQuery();
  const bot = useLive(() => read(api.bots[":id"].$get({ param: { id } })), [id], "/api/bot-events");
  const isSettings = part === "settings";
  return (
    <>
      <p>
        <a href="/bots">← {t("bots.title")}</a>
      </p>
      <Show of={bot} heading={t("bots.title")}>
        {(record) => (
          <>
            <header class="links">
              <h1>{record.name}</h1>
              <div class="row">
                <ChatLink platform={record.platform} />
                <PauseButton bot={record} onChange={bot.reload} />
              </div>
            </header>
            <Status bot={record} />
            <nav class="tabs" aria-label={t("bots.parts")}>
              <a href={`/bots/${id}`} aria-current={isSettings ? undefined : "page"}>
                {t("bots.plugins")}
              </a>
              <a href={`/bots/${id}?part=settings`} aria-current={isSettings ? "page" : undefined}>
                {t("bots.settings")}
              </a>
            </nav>
            {isSettings ? (
              <BotSettings bot={record} onChange={bot.reload} />
            ) : (
              <BotPlugins botId={record.id} />
            )}
          </>
        )}
      </Show>
    </>
  );
}
