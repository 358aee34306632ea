import { CREDENTIALS_PLATFORMS, type CredentialsPlatform } from "@botwright/core";
import type { CredentialsRecord, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useToast } from "../../ui/toasts.tsx";

interface DialogProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for a new set. */
export function AddCredentials({
  platforms,
  onClose,
  onChanged,
}: DialogProps & { readonly platforms: readonly PlatformRecord[] }): JSX.Element {
  const { t, language } = useLanguage();
  const [chosen, setChosen] = useState<CredentialsPlatform>("feishu");
  const save = useSave(onClose, onChanged);
  const platform = platforms.find((one) => one.platform === chosen);
  return (
    <Dialog title={t("credentials.add")} onClose={onClose}>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const name = text("set-name").trim();
          const credentials = valuesOf(platform, text);
          const json = { platform: chosen, credentials, ...(name !== "" && { name }) };
          save(await read(api.credentials.$post({ json })));
        }}
      >
        <Field label={t("credentials.platform")}>
          {(ids) => (
            <select
              {...ids}
              value={chosen}
              onChange={({ currentTarget: { value } }) =>
                setChosen(CREDENTIALS_PLATFORMS.find((one) => one === value) ?? "feishu")
              }
            >
              {CREDENTIALS_PLATFORMS.map((one) => (
                <option key={one} value={one}>
                  {platforms.find((known) => known.platform === one)?.label[language] ?? one}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ValueFields key={chosen} platform={platform} />
        <NameField />
      </Form>
    </Dialog>
  );
}

/** Asks for another name. */
export function RenameCredentials({
  set,
  onClose,
  onChanged,
}: DialogProps & { readonly set: CredentialsRecord }): JSX.Element {
  const { t } = useLanguage();
  const save = useSave(onClose, onChanged);
  return (
    <Dialog title={t("credentials.rename")} onClose={onClose}>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const json = { name: text("set-name") };
          save(await read(api.credentials[":set"].$patch({ param: { set: set.id }, json })));
        }}
      >
        <NameField value={set.name} />
      </Form>
    </Dialog>
  );
}

/** Asks for new values for all fields of a set. */
export function ReplaceCredentials({
  set,
  platform,
  onClose,
  onChanged,
}: DialogProps & {
  readonly set: CredentialsRecord;
  readonly platform: PlatformRecord;
}): JSX.Element {
  const { t } = useLanguage();
  const save = useSave(onClose, onChanged);
  return (
    <Dialog title={t("credentials.change")} onClose={onClose}>
      <p class="quiet">{t("credentials.changeNote")}</p>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const json = { credentials: valuesOf(platform, text) };
          save(await read(api.credentials[":set"].$patch({ param: { set: set.id }, json })));
        }}
      >
        <ValueFields platform={platform} values={set.fields} />
      </Form>
    </Dialog>
  );
}

/** Returns a function for the form to call when its set is saved. */
function useSave(onClose: () => void, onChanged: () => void): (set: CredentialsRecord) => void {
  const { t } = useLanguage();
  const toast = useToast();
  return ({ name }) => {
    toast({ text: t("credentials.saved", { name }) });
    onChanged();
    onClose();
  };
}

function NameField({ value }: { readonly value?: string }): JSX.Element {
  const { t } = useLanguage();
  return (
    <TextField
      label={t("credentials.name")}
      hint={t("credentials.nameHint")}
      name="set-name"
      value={value}
      maxlength={100}
      autocomplete="off"
      required={value !== undefined}
    />
  );
}

function ValueFields({
  platform,
  values = {},
}: {
  readonly platform: PlatformRecord | undefined;
  readonly values?: Readonly<Record<string, string>>;
}): JSX.Element {
  const { language } = useLanguage();
  return (
    <>
      {requiredOf(platform).map(({ name, label, help, secret, example }) => (
        <TextField
          key={name}
          label={label[language]}
          hint={help?.[language]}
          name={name}
          type={secret ? "password" : "text"}
          value={values[name]}
          placeholder={example}
          autocomplete="off"
          required
        />
      ))}
    </>
  );
}

/** The required fields, which plugins get. */
function requiredOf(platform: PlatformRecord | undefined): PlatformRecord["fields"] {
  return platform?.fields.filter(({ required }) => required) ?? [];
}

function valuesOf(
  platform: PlatformRecord | undefined,
  text: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(requiredOf(platform).map(({ name }) => [name, text(name).trim()]));
}
