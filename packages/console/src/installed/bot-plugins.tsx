import type { ConflictReport, InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useWords } from "../i18n/error-words.ts";
import { useLanguage } from "../i18n/index.ts";
import { Empty, Show } from "../ui/data/loading.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useChanges } from "../ui/data/use-changes.ts";
import { useData } from "../ui/data/use-data.ts";
import { useQuery } from "../ui/use-query.ts";
import { PluginRow } from "./plugin-row.tsx";
import { moved, useReorder } from "./use-reorder.ts";
import { WhoAnswers } from "./who-answers.tsx";

const NONE: readonly InstallationRecord[] = [];

/** The plugins of a bot, in the order in which messages reach them. */
export function BotPlugins({ botId }: { readonly botId: number }): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const words = useWords();
  const param = { id: String(botId) };
  const plugins = useData<readonly InstallationRecord[]>(
    async () => (await read(api.bots[":id"].plugins.$get({ param }))).items,
    [botId],
  );
  const { data: items = NONE, set, update, reload } = plugins;
  useChanges("installations", reload);
  const conflicts = useData(
    () => read(api.bots[":id"]["plugin-conflicts"].$get({ param, query: {} })),
    [botId, items],
  );
  const [spoken, setSpoken] = useState("");
  const [{ plugin: opened }, setQuery] = useQuery();

  /** Shows a change at once; if the host refuses it, shows the host's state again. */
  async function save(shown: readonly InstallationRecord[], change: () => Promise<unknown>) {
    set(shown);
    try {
      await change();
    } catch (error) {
      toast({ text: words(error), isError: true });
    }
    reload();
  }

  /** Shows the saved state of a plugin, and reloads all plugins. */
  function show(changed?: InstallationRecord): void {
    if (changed !== undefined) {
      update((all) => all.map((one) => (one.plugin_id === changed.plugin_id ? changed : one)));
    }
    reload();
  }

  const reorder = (order: readonly InstallationRecord[]): Promise<void> =>
    save(order, () =>
      read(
        api.bots[":id"]["plugin-order"].$put({
          param,
          json: { order: order.map(({ plugin_id }) => plugin_id) },
        }),
      ),
    );

  const { drag, handle } = useReorder(items.length, (from, to) => {
    const [name, place, count] = [items[from]?.name ?? "", to + 1, items.length];
    setSpoken(t("installed.moved", { name, place, count }));
    void reorder(moved(items, from, to));
  });

  const enable = (plugin: InstallationRecord, enabled: boolean): Promise<void> =>
    save(
      items.map((item) => (item === plugin ? { ...item, enabled } : item)),
      () =>
        read(
          api.bots[":id"].plugins[":plugin_id"].$patch({
            param: { ...param, plugin_id: String(plugin.plugin_id) },
            json: { enabled },
          }),
        ),
    );

  const install = (
    <a class={items.length === 0 ? "button primary" : "button"} href={`/library?bot=${botId}`}>
      {t("installed.toLibrary")}
    </a>
  );
  return (
    <Show of={plugins}>
      {() =>
        items.length === 0 ? (
          <Empty title={t("installed.empty")}>{install}</Empty>
        ) : (
          <>
            <WhoAnswers botId={botId} version={items} />
            <div class="lead">
              <p class="quiet">{t("installed.order")}</p>
              {install}
            </div>
            <ol class="plugins">
              {items.map((plugin, place) => (
                <PluginRow
                  key={plugin.plugin_id}
                  botId={botId}
                  plugin={plugin}
                  place={place}
                  drag={drag}
                  handle={handle(place)}
                  conflicts={conflictsOf(conflicts.data, plugin.slug)}
                  isOpen={opened === String(plugin.plugin_id)}
                  onOpen={(isOpen) =>
                    setQuery({ plugin: isOpen ? String(plugin.plugin_id) : undefined })
                  }
                  onEnable={(enabled) => void enable(plugin, enabled)}
                  onChange={show}
                />
              ))}
            </ol>
            <p class="hidden" role="status">
              {spoken}
            </p>
          </>
        )
      }
    </Show>
  );
}

function conflictsOf(report: ConflictReport | undefined, slug: string): ConflictReport["exact"] {
  if (report === undefined) return [];
  return [...report.exact, ...report.prefix].filter(({ plugins }) => plugins.includes(slug));
}
