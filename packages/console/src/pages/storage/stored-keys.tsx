import type { StorageItem } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { wordsOf } from "../../ui/form.tsx";
import { formatBytes } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { usePages } from "../../ui/use-pages.tsx";
import { useQuery } from "../../ui/use-query.ts";
import { ValueEditor } from "./value-editor.tsx";

/** The keys of one plugin, to be read, changed and deleted. */
export function StoredKeys({
  plugin,
  onChanged,
}: {
  readonly plugin: string;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const query = useQuery();
  const toast = useToast();
  const [isClearing, setClearing] = useState(false);
  const text = query.get("text");
  const opened = query.get("value");
  const { loaded, more } = usePages(
    (before) =>
      read(
        api.storage.values.$get({
          query: {
            plugin,
            limit: "100",
            ...(text !== "" && { text }),
            ...(before !== undefined && { before: String(before) }),
          },
        }),
      ),
    [plugin, text],
  );
  const changed = (): void => {
    loaded.reload();
    onChanged();
  };

  async function remove({ id, key }: StorageItem): Promise<void> {
    try {
      const param = { id: String(id) };
      const { json } = await read(api.storage.values[":id"].$get({ param }));
      await read(api.storage.values[":id"].$delete({ param }));
      changed();
      toast({ text: t("storage.deleted", { key }), undo: () => void restore(key, json) });
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
  }

  async function restore(key: string, json: string): Promise<void> {
    try {
      await read(api.storage.values.$post({ json: { plugin_slug: plugin, key, json } }));
      changed();
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
  }

  async function clear(): Promise<void> {
    await read(api.storage.$delete({ query: { plugin } }));
    changed();
    toast({ text: t("storage.cleared", { plugin }) });
  }

  return (
    <section aria-label={plugin}>
      <h2>{plugin}</h2>
      <div class="filters">
        <TextField
          label={t("storage.filter")}
          name="text"
          type="search"
          value={text}
          maxlength={256}
          onValue={(value) => query.set({ text: value })}
        />
        <button type="button" onClick={() => query.set({ value: "new" }, "push")}>
          {t("storage.add")}
        </button>
        <button type="button" class="danger" onClick={() => setClearing(true)}>
          {t("storage.clear")}
        </button>
      </div>
      <Show of={loaded}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={text === "" ? t("storage.noKeys") : t("storage.noKeysFound")} />
          ) : (
            <KeyTable
              items={items}
              onOpen={({ id }) => query.set({ value: String(id) }, "push")}
              onRemove={(item) => void remove(item)}
            />
          )
        }
      </Show>
      {more}
      {opened !== "" && (
        <ValueEditor
          plugin={plugin}
          id={opened}
          onClose={() => query.set({ value: "" })}
          onSaved={changed}
        />
      )}
      {isClearing && (
        <Confirm
          title={t("storage.clearTitle", { plugin })}
          action={t("storage.clear")}
          onConfirm={clear}
          onClose={() => setClearing(false)}
        >
          {t("storage.clearAsk", { count: loaded.data?.items.length ?? 0 })}
        </Confirm>
      )}
    </section>
  );
}

function KeyTable({
  items,
  onOpen,
  onRemove,
}: {
  readonly items: readonly StorageItem[];
  readonly onOpen: (item: StorageItem) => void;
  readonly onRemove: (item: StorageItem) => void;
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <div class="scroll" role="region" aria-label={t("storage.key")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("storage.key")}</th>
            <th scope="col">{t("storage.value")}</th>
            <th scope="col">{t("storage.size")}</th>
            <th scope="col">
              <span class="unseen">{t("storage.delete")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                <button type="button" class="link mono" onClick={() => onOpen(item)}>
                  {item.key}
                </button>
              </td>
              <td class="mono clip">{item.preview}</td>
              <td>{formatBytes(item.bytes)}</td>
              <td>
                <button
                  type="button"
                  class="danger"
                  aria-label={t("storage.deleteOf", { key: item.key })}
                  onClick={() => onRemove(item)}
                >
                  {t("storage.delete")}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
