import type { BoundBot, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { BindForm } from "../../bots/bind-form.tsx";
import { Bound } from "../../bots/bound.tsx";
import { LoginPanel } from "../../bots/login-panel.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { Show } from "../../ui/data/loading.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";

/** Binds a bot: its platform, its credentials or a login, and the remaining steps on the platform. */
export function BindBotPage(): JSX.Element {
  const { t, language } = useLanguage();
  const platforms = useData(() => read(api.platforms.$get()), []);
  const [{ platform: chosen }, setQuery] = useQuery();
  return (
    <>
      <p>
        <a href="/bots">← {t("bots.title")}</a>
      </p>
      <h1>{t("bots.bind")}</h1>
      <Show of={platforms}>
        {({ items, simulated }) => {
          const platform = items.find((item) => item.platform === chosen);
          if (platform === undefined) {
            return (
              <>
                {simulated && (
                  <p class="notice">
                    {t("playground.simulated")}{" "}
                    <a href="/try?tab=own">{t("playground.simulatedWhere")}</a>
                  </p>
                )}
                <p>{t("bots.choose")}</p>
                <ul class="cards">
                  {items.map((item) => (
                    <li key={item.platform}>
                      <a class="card" href={`/bots/new?platform=${item.platform}`}>
                        <strong>{item.label[language]}</strong>
                      </a>
                    </li>
                  ))}
                </ul>
              </>
            );
          }
          return (
            <div class="narrow">
              <div class="links">
                <h2>{platform.label[language]}</h2>
                <button
                  type="button"
                  class="link"
                  onClick={() => setQuery({ platform: undefined, login: undefined })}
                >
                  {t("bots.otherPlatform")}
                </button>
              </div>
              <BindPlatform key={platform.platform} platform={platform} />
            </div>
          );
        }}
      </Show>
    </>
  );
}

function BindPlatform({ platform }: { readonly platform: PlatformRecord }): JSX.Element {
  const [bound, setBound] = useState<BoundBot>();
  if (bound !== undefined) return <Bound bound={bound} platform={platform} />;
  if (platform.login) return <LoginPanel platform={platform.platform} />;
  return <BindForm platform={platform} onBound={setBound} />;
}
