import { PLATFORMS } from "@botwright/core";
import type { LibraryItem } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { TrialPanel } from "../../developer/trial-panel.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";
import { loadOrigin, type Origin } from "./trial-origin.ts";

/** A trial of a published plugin: `?plugin=<slug>`, with the text and platform of `&message=<id>`. */
export function PublishedTrial(): JSX.Element {
  const [{ plugin: slug = "", message }] = useQuery();
  const plugins = useData(loadLibrary, []);
  useChanges("library", plugins.reload);
  const origin = useData(() => loadOrigin(slug, message), [slug, message]);
  return (
    <>
      <Show of={plugins}>{(items) => <Choice plugins={items} slug={slug} />}</Show>
      {slug !== "" && (
        <Show of={origin}>
          {(known) =>
            known?.plugin.slug === slug && <Trial key={`${slug} ${message ?? ""}`} origin={known} />
          }
        </Show>
      )}
    </>
  );
}

/** Loads all plugins of the library. */
async function loadLibrary(): Promise<readonly LibraryItem[]> {
  const items: LibraryItem[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const query = { limit: "200", order: "new", ...(after !== undefined && { after }) } as const;
    const part = await read(api.library.$get({ query }));
    items.push(...part.items);
    after = part.next;
  }
  return items;
}

/** The selection of the plugin. */
function Choice({
  plugins,
  slug,
}: {
  readonly plugins: readonly LibraryItem[];
  readonly slug: string;
}): JSX.Element {
  const { t } = useLanguage();
  const [, change] = useQuery();
  const slugs = plugins.filter(({ builtin }) => !builtin).map((plugin) => plugin.slug);
  return (
    <div class="filters">
      <Field label={t("playground.plugin")}>
        {(ids) => (
          <select
            {...ids}
            value={slug}
            onChange={(event) => change({ plugin: event.currentTarget.value, message: "" })}
          >
            <option value="">{t("playground.choosePlugin")}</option>
            {[...new Set([...slugs, slug])].map(
              (one) =>
                one !== "" && (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ),
            )}
          </select>
        )}
      </Field>
    </div>
  );
}

function Trial({ origin }: { readonly origin: Origin }): JSX.Element {
  const { t } = useLanguage();
  const [{ platform: wanted }, change] = useQuery();
  const { plugin, message, config } = origin;
  const platform = PLATFORMS.find((one) => one === wanted) ?? message?.platform ?? "telegram";
  if (plugin.builtin) return <Empty title={t("playground.builtin")} />;
  return (
    <>
      <div class="filters">
        <Field label={t("playground.platform")}>
          {(ids) => (
            <select
              {...ids}
              value={platform}
              onChange={(event) => change({ platform: event.currentTarget.value })}
            >
              {PLATFORMS.map((one) => (
                <option key={one} value={one}>
                  {t(`platform.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {message !== undefined && (
        <p class="quiet">
          <a href={`/messages/${message.id}`}>{t("playground.fromMessage", { id: message.id })}</a>{" "}
          {Object.keys(config).length > 0 && t("playground.settings")}
        </p>
      )}
      <TrialPanel
        // A new key for another platform starts the conversation again.
        key={platform}
        hint={t("playground.trialHint", { version: plugin.version })}
        text={message?.text ?? ""}
        onSay={(messages) =>
          read(
            api.library[":slug"].trial.$post({
              param: { slug: plugin.slug },
              json: { messages, platform, config },
            }),
          )
        }
      />
    </>
  );
}
