import type { InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { Field, TextArea, TextField, Tick } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { type ConfigItem, inputName, readSettings, removalName } from "./config-values.ts";

/** The settings of a plugin on a bot, rendered from the plugin's declaration. */
export function ConfigForm({
  plugin: { config_schema: schema, config, passwords },
  onSave,
}: {
  readonly plugin: InstallationRecord;
  readonly onSave: (config: Record<string, unknown>) => Promise<void>;
}): JSX.Element {
  const { t } = useLanguage();
  if (schema.length === 0) return <p class="quiet">{t("installed.noConfig")}</p>;
  return (
    <Form submit={t("app.save")} onSubmit={(text) => onSave(readSettings(schema, config, text))}>
      {schema.map((item, place) => (
        <ConfigField
          key={item.key}
          item={item}
          place={place}
          value={config[item.key]}
          isSet={passwords.includes(item.key)}
        />
      ))}
    </Form>
  );
}

function ConfigField({
  item,
  place,
  value,
  isSet,
}: {
  readonly item: ConfigItem;
  readonly place: number;
  readonly value: unknown;
  /** For a password: whether a value is stored. */
  readonly isSet: boolean;
}): JSX.Element {
  const { t } = useLanguage();
  const { label, placeholder } = item;
  const name = inputName(place);
  const shown = typeof value === "string" || typeof value === "number" ? String(value) : "";
  switch (item.type) {
    case "boolean":
      return <Tick label={label} name={name} value={value === true} />;
    case "select": {
      const chosen = item.options?.findIndex((option) => option.value === value) ?? -1;
      return (
        <Field label={label}>
          {(ids) => (
            <select {...ids} name={name}>
              {chosen === -1 && <option value="">{t("installed.noChoice")}</option>}
              {item.options?.map((option, index) => (
                <option key={index} value={String(index)} selected={index === chosen}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
        </Field>
      );
    }
    case "textarea":
      return (
        <TextArea
          label={label}
          name={name}
          rows={5}
          maxLength={65_536}
          placeholder={placeholder}
          value={shown}
        />
      );
    case "password":
      return (
        <>
          <TextField
            label={label}
            name={name}
            type="password"
            autocomplete="new-password"
            placeholder={isSet ? "••••••••" : placeholder}
            hint={t(isSet ? "installed.passwordSet" : "installed.passwordUnset")}
          />
          {isSet && (
            <label class="choice field">
              <input type="checkbox" name={removalName(place)} />{" "}
              {t("installed.passwordRemove", { label })}
            </label>
          )}
        </>
      );
    default:
      return (
        <TextField
          label={label}
          name={name}
          type={item.type}
          step={item.type === "number" ? "any" : undefined}
          autocomplete="off"
          placeholder={placeholder}
          value={shown}
        />
      );
  }
}
