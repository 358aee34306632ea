import type { StorageOverview } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { formatBytes, formatNumber } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";
import { StoredKeys } from "./stored-keys.tsx";

/** The stored data of the account's plugins. */
export function StoragePage(): JSX.Element {
  const { t } = useLanguage();
  const [{ plugin = "" }] = useQuery();
  const overview = useData(() => read(api.storage.$get()), []);
  useChanges("storage", overview.reload);
  return (
    <>
      <h1>{t("storage.title")}</h1>
      <Show of={overview}>
        {(data) =>
          data.plugins.length === 0 && plugin === "" ? (
            <Empty title={t("storage.none")}>
              <p>{t("storage.noneHint")}</p>
            </Empty>
          ) : (
            <>
              <UsedBytes overview={data} />
              <nav class="chips" aria-label={t("storage.plugins")}>
                {data.plugins.map(({ plugin_slug, keys, bytes }) => (
                  <PluginLink
                    key={plugin_slug}
                    slug={plugin_slug}
                    isShown={plugin_slug === plugin}
                    words={`${t("storage.keys", { count: keys })} · ${formatBytes(bytes)}`}
                  />
                ))}
              </nav>
              {plugin === "" ? (
                <p class="quiet">{t("storage.choose")}</p>
              ) : (
                <StoredKeys key={plugin} plugin={plugin} onChanged={overview.reload} />
              )}
            </>
          )
        }
      </Show>
    </>
  );
}

function UsedBytes({ overview }: { readonly overview: StorageOverview }): JSX.Element {
  const { t, language } = useLanguage();
  const { bytes, limit_bytes } = overview;
  const part = bytes / limit_bytes;
  const kind = part > 0.9 ? "error" : part > 0.7 ? "warn" : "good";
  return (
    <div class="used">
      <p title={`${formatNumber(bytes, language)} B`}>
        {t("storage.used", { bytes: formatBytes(bytes), limit: formatBytes(limit_bytes) })}
      </p>
      <ShareBar part={bytes} of={limit_bytes} kind={kind} />
    </div>
  );
}

function PluginLink({
  slug,
  isShown,
  words,
}: {
  readonly slug: string;
  readonly isShown: boolean;
  readonly words: string;
}): JSX.Element {
  return (
    <a
      href={`/storage?plugin=${encodeURIComponent(slug)}`}
      aria-current={isShown ? "page" : undefined}
    >
      {slug} <small>{words}</small>
    </a>
  );
}
