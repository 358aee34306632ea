import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { changedFields } from "../../ui/forms/changed-fields.ts";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { ModelList } from "./model-list.tsx";
import { ProviderList } from "./provider-list.tsx";

/** The providers of models, the models with their prices, and the free quotas. */
export function ModelsTab(): JSX.Element {
  const providers = useData(() => read(api.admin.providers.$get()), []);
  const models = useData(() => read(api.admin.models.$get()), []);
  useChanges("models", () => {
    providers.reload();
    models.reload();
  });
  return (
    <>
      <Show of={providers}>
        {({ items }) => (
          <>
            <ProviderList providers={items} onChanged={providers.reload} />
            <Show of={models}>
              {(all) => (
                <>
                  <ModelList models={all.items} providers={items} onChanged={models.reload} />
                  <FreeQuota models={all.items.map(({ model_name: name }) => name)} />
                </>
              )}
            </Show>
          </>
        )}
      </Show>
    </>
  );
}

function FreeQuota({ models }: { readonly models: readonly string[] }): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const settings = useData(() => read(api.admin.settings.$get()), []);
  useChanges("settings", settings.reload);

  async function save(
    text: (name: string) => string,
    shown: { readonly free_images_per_day: number; readonly default_model: string | null },
  ): Promise<void> {
    const entered = {
      free_images_per_day: Number(text("images")),
      default_model: text("model") === "" ? null : text("model"),
    };
    const json = changedFields(entered, shown);
    settings.set(await read(api.admin.settings.$put({ json })));
    toast({ text: t("admin.saved") });
  }

  return (
    <div class="narrow">
      <h2>{t("admin.quota")}</h2>
      <Show of={settings}>
        {({ free_images_per_day, default_model }) => (
          <Form
            submit={t("app.save")}
            onSubmit={(text) => save(text, { free_images_per_day, default_model })}
          >
            <TextField
              label={t("admin.quota.images")}
              name="images"
              type="number"
              required
              value={String(free_images_per_day)}
            />
            <Field label={t("admin.quota.default")}>
              {(ids) => (
                <select {...ids} name="model">
                  <option value="">{t("admin.quota.first")}</option>
                  {models.map((name) => (
                    <option key={name} value={name} selected={name === default_model}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </Form>
        )}
      </Show>
    </div>
  );
}
