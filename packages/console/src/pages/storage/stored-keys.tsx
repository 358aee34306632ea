import type { StorageItem } from "@botwright/host";
import type { JSX } from "preact";
import { api, read, send } from "../../api.ts";
import { useWords } from "../../i18n/error-words.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { formatBytes, showName } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { usePages } from "../../ui/data/use-pages.ts";
import { useQuery } from "../../ui/use-query.ts";
import { ValueEditor } from "./value-editor.tsx";

/** The keys of one plugin, which the visitor can read, change and delete. */
export function StoredKeys({
  plugin,
  onChanged,
}: {
  readonly plugin: string;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const [{ text = "", value: opened = "" }, change] = useQuery();
  const toast = useToast();
  const words = useWords();
  const { loaded, more } = usePages(
    (before: number | undefined) =>
      read(
        api.storage.values.$get({
          query: {
            plugin,
            limit: "500",
            ...(text !== "" && { text }),
            ...(before !== undefined && { before: String(before) }),
          },
        }),
      ),
    [plugin, text],
  );
  useChanges("storage", loaded.reload);
  const changed = (): void => {
    loaded.reload();
    onChanged();
  };

  async function remove({ id, key }: StorageItem): Promise<void> {
    const param = { id: String(id) };
    const { json } = await read(api.storage.values[":id"].$get({ param }));
    await send(api.storage.values[":id"].$delete({ param }));
    changed();
    toast({ text: t("storage.deleted", { key }), undo: () => void restore(key, json) });
  }

  async function restore(key: string, json: string): Promise<void> {
    try {
      await read(api.storage.values.$post({ json: { plugin_slug: plugin, key, json } }));
      changed();
    } catch (error) {
      toast({ text: words(error), isError: true });
    }
  }

  async function clear(): Promise<void> {
    await send(api.storage.$delete({ query: { plugin } }));
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
          onValue={(value) => change({ text: value })}
        />
        <button type="button" onClick={() => change({ value: "new" })}>
          {t("storage.add")}
        </button>
        <ConfirmButton
          text={t("storage.clear")}
          title={t("storage.clearTitle", { plugin })}
          onConfirm={clear}
        >
          <p>{t("storage.clearAsk")}</p>
        </ConfirmButton>
      </div>
      <Show of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={text === "" ? t("storage.noKeys") : t("storage.noKeysFound")} />
          ) : (
            <KeyTable
              items={items}
              more={more}
              onOpen={({ id }) => change({ value: String(id) })}
              onRemove={remove}
            />
          )
        }
      </Show>
      {opened !== "" && (
        <ValueEditor
          plugin={plugin}
          id={opened}
          onClose={() => change({ value: "" })}
          onSaved={changed}
        />
      )}
    </section>
  );
}

function KeyTable({
  items,
  more,
  onOpen,
  onRemove,
}: {
  readonly items: readonly StorageItem[];
  readonly more: (() => Promise<void>) | undefined;
  readonly onOpen: (item: StorageItem) => void;
  readonly onRemove: (item: StorageItem) => Promise<void>;
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <LongTable
      label={t("storage.key")}
      onPhone="stacked"
      columns={[
        t("storage.key"),
        t("storage.value"),
        t("storage.size"),
        { text: t("storage.delete"), kind: "unseen" },
      ]}
      items={items}
      more={more}
      cells={(item) => (
        <>
          <td>
            <button type="button" class="link mono" onClick={() => onOpen(item)}>
              {showName(item.key)}
            </button>
          </td>
          <td class="mono clip">{item.preview}</td>
          <td>{formatBytes(item.bytes)}</td>
          <td>
            <ActButton
              kind="danger"
              label={t("storage.deleteOf", { key: item.key })}
              onAct={() => onRemove(item)}
            >
              {t("storage.delete")}
            </ActButton>
          </td>
        </>
      )}
    />
  );
}
