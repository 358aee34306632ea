import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { changedFields } from "../../ui/forms/changed-fields.ts";
import { Field, TextField } from "../../ui/forms/field.tsx";
import type { Provider } from "./provider-list.tsx";

/** A model, with its prices. */
export type Model = InferResponseType<typeof api.admin.models.$get>["items"][number];

const CATEGORIES = ["chat", "vision", "image"] as const satisfies Model["category"][];

/** The form of a model. */
export function ModelForm({
  model,
  providers,
  onClose,
  onChanged,
}: {
  /** `undefined` for a new model. */
  readonly model: Model | undefined;
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();

  async function save(text: (name: string) => string): Promise<void> {
    const entered = readModel(text);
    if (model === undefined) await read(api.admin.models.$post({ json: entered }));
    else {
      const param = { id: String(model.id) };
      await read(api.admin.models[":id"].$put({ param, json: changesOf(entered, model) }));
    }
    onChanged();
  }

  return (
    <DialogForm
      title={model?.model_name ?? t("admin.models")}
      submit={t("app.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("admin.model.name")}
        name="model_name"
        value={model?.model_name ?? ""}
        required
        maxlength={128}
      />
      <TextField
        label={t("admin.model.displayName")}
        name="display_name"
        value={model?.display_name ?? ""}
        maxlength={100}
      />
      <Select
        label={t("admin.provider")}
        name="provider"
        values={providerNames(providers, model)}
        selected={model?.provider}
      />
      <TextField
        label={t("admin.model.providerModel")}
        name="provider_model"
        value={model?.provider_model ?? ""}
        maxlength={128}
      />
      <Select
        label={t("admin.model.category")}
        name="category"
        values={CATEGORIES}
        selected={model?.category}
      />
      <TextField
        label={t("admin.model.inputPrice")}
        name="input_price"
        value={model?.input_price ?? "0"}
        required
      />
      <TextField
        label={t("admin.model.outputPrice")}
        name="output_price"
        value={model?.output_price ?? "0"}
        required
      />
      <TextField
        label={t("admin.model.multiplier")}
        name="cost_multiplier"
        value={model?.cost_multiplier ?? "1"}
        required
      />
      <p>
        <label>
          <input type="checkbox" name="is_free" defaultChecked={model?.is_free ?? false} />{" "}
          {t("admin.model.isFree")}
        </label>
      </p>
      <p>
        <label>
          <input type="checkbox" name="enabled" defaultChecked={model?.enabled ?? true} />{" "}
          {t("admin.model.enabled")}
        </label>
      </p>
    </DialogForm>
  );
}

/**
 * The names of all providers. The one that the model had when the window was opened is among them even if it was
 * renamed since; otherwise the browser would choose another one.
 */
function providerNames(
  providers: readonly Provider[],
  model: Model | undefined,
): readonly string[] {
  const names = providers.map(({ name }) => name);
  return model === undefined || names.includes(model.provider) ? names : [model.provider, ...names];
}

/** The fields that were changed in the window. */
function changesOf(entered: ReturnType<typeof readModel>, model: Model) {
  const changes = changedFields(entered, model);
  const { provider, provider_model, is_free } = entered;
  return {
    ...changes,
    // The name of a model at its provider says nothing at another one.
    ...((changes.provider ?? changes.provider_model) !== undefined && { provider, provider_model }),
    // Otherwise the host charges for a model that gets its first price.
    ...(is_free && (changes.input_price ?? changes.output_price) !== undefined && { is_free }),
  };
}

/** Reads the form. Prices stay strings, so that decimals remain exact. */
function readModel(text: (name: string) => string) {
  const model_name = text("model_name");
  return {
    model_name,
    // An emptied field has a value too, because the host keeps fields that are not sent.
    display_name: text("display_name") || model_name,
    provider_model: text("provider_model") || model_name,
    provider: text("provider"),
    category: CATEGORIES.find((one) => one === text("category")) ?? "chat",
    input_price: text("input_price"),
    output_price: text("output_price"),
    cost_multiplier: text("cost_multiplier"),
    is_free: text("is_free") === "on",
    enabled: text("enabled") === "on",
  };
}

function Select({
  label,
  name,
  values,
  selected,
}: {
  readonly label: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly selected: string | undefined;
}): JSX.Element {
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} name={name}>
          {values.map((value) => (
            <option key={value} value={value} selected={value === selected}>
              {value}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
