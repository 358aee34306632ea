import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, send } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { Empty } from "../../ui/data/loading.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { type Model, ModelForm } from "./model-form.tsx";
import type { Provider } from "./provider-list.tsx";

/** The models that plugins can call, in order. */
export function ModelList({
  models,
  providers,
  onChanged,
}: {
  readonly models: readonly Model[];
  readonly providers: readonly Provider[];
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const [edited, setEdited] = useState<Model | "new">();
  return (
    <>
      <h2>{t("admin.models")}</h2>
      {models.length === 0 ? (
        <Empty title={t("admin.models.none")} />
      ) : (
        <Table
          label={t("admin.models")}
          onPhone="labelled"
          columns={[
            t("admin.model.name"),
            t("admin.provider"),
            t("admin.model.category"),
            t("admin.model.prices"),
            t("dev.status"),
            t("admin.users.actions"),
          ]}
        >
          {models.map((model) => (
            <tr key={model.id}>
              <td>
                {model.model_name}
                {model.display_name !== model.model_name && (
                  <small class="quiet"> {model.display_name}</small>
                )}
              </td>
              <td>{model.provider}</td>
              <td>{t(`admin.model.category.${model.category}`)}</td>
              <td>
                {model.input_price} / {model.output_price} × {model.cost_multiplier}
              </td>
              <td>
                {[
                  ...(model.is_free ? [t("admin.model.free")] : []),
                  ...(model.enabled ? [] : [t("admin.model.disabled")]),
                ].join(" · ")}
              </td>
              <td>
                <div class="row">
                  <button type="button" onClick={() => setEdited(model)}>
                    {t("admin.edit")}
                  </button>
                  <ConfirmButton
                    text={t("admin.delete")}
                    title={`${t("admin.delete")}${t("app.colon")}${model.model_name}`}
                    onConfirm={async () => {
                      const param = { id: String(model.id) };
                      await send(api.admin.models[":id"].$delete({ param }));
                      onChanged();
                    }}
                  >
                    <p>{t("admin.deleteAsk", { name: model.model_name })}</p>
                  </ConfirmButton>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {providers.length > 0 && (
        <button type="button" onClick={() => setEdited("new")}>
          {t("admin.models.add")}
        </button>
      )}
      {edited !== undefined && (
        <ModelForm
          model={edited === "new" ? undefined : edited}
          providers={providers}
          onClose={() => setEdited(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}
