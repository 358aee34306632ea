import type { StorageRecord } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useData } from "../../ui/data/use-data.ts";

/** Changes a stored value, or adds one. A value that a plugin has changed meanwhile is not overwritten. */
export function ValueEditor({
  plugin,
  id,
  onClose,
  onSaved,
}: {
  readonly plugin: string;
  /** `"new"` to add a value. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const stored = useData(
    async (): Promise<StorageRecord | null> =>
      id === "new" ? null : read(api.storage.values[":id"].$get({ param: { id } })),
    [id],
  );

  async function save(record: StorageRecord | null, key: string, json: string): Promise<void> {
    if (record === null) {
      await read(api.storage.values.$post({ json: { plugin_slug: plugin, key, json } }));
    } else {
      const { revision } = record;
      const param = { id };
      await read(api.storage.values[":id"].$put({ param, json: { json, revision } }));
    }
    toast({ text: t("storage.saved", { key }) });
    onSaved();
    onClose();
  }

  const title =
    id === "new" ? t("storage.add") : t("storage.edit", { key: stored.data?.key ?? "…" });
  return (
    <Dialog title={title} onClose={onClose}>
      <Show of={stored}>
        {(record) => (
          <Form
            submit={t("app.save")}
            onSubmit={(text) => save(record, record?.key ?? text("key"), text("json"))}
          >
            {record === null && (
              <TextField label={t("storage.key")} name="key" required maxlength={256} />
            )}
            <Field label={t("storage.json")} hint={t("storage.jsonHint")}>
              {(ids) => (
                <textarea
                  {...ids}
                  name="json"
                  class="mono"
                  rows={12}
                  spellcheck={false}
                  required
                  defaultValue={record === null ? "" : pretty(record.json)}
                />
              )}
            </Field>
          </Form>
        )}
      </Show>
    </Dialog>
  );
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
