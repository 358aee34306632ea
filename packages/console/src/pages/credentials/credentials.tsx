import type { CredentialsRecord, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { CredentialsCard } from "./card.tsx";
import { AddCredentials } from "./forms.tsx";

/** The credentials that plugins can read. */
export function CredentialsPage(): JSX.Element {
  const { t } = useLanguage();
  const [isAdding, setAdding] = useState(false);
  const loaded = useData(loadSets, []);
  useChanges("credentials", loaded.reload);
  return (
    <>
      <h1>{t("credentials.title")}</h1>
      <p class="quiet">{t("credentials.note")}</p>
      <Show of={loaded}>
        {({ sets, platforms }) => (
          <>
            {sets.length === 0 && (
              <Empty title={t("credentials.none")}>
                <p>{t("credentials.noneHint")}</p>
              </Empty>
            )}
            <ul class="plain">
              {sets.map((set) => (
                <CredentialsCard
                  key={set.id}
                  set={set}
                  platform={platforms.find(({ platform }) => platform === set.platform)}
                  onChanged={loaded.reload}
                />
              ))}
            </ul>
            <p>
              <button type="button" class="primary" onClick={() => setAdding(true)}>
                {t("credentials.add")}
              </button>
            </p>
            {isAdding && (
              <AddCredentials
                platforms={platforms}
                onClose={() => setAdding(false)}
                onChanged={loaded.reload}
              />
            )}
          </>
        )}
      </Show>
    </>
  );
}

interface Sets {
  readonly sets: readonly CredentialsRecord[];
  readonly platforms: readonly PlatformRecord[];
}

async function loadSets(): Promise<Sets> {
  const [sets, platforms] = await Promise.all([
    read(api.credentials.$get()),
    read(api.platforms.$get()),
  ]);
  return { sets: sets.items, platforms: platforms.items };
}
