import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read, send } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { changedFields } from "../../ui/forms/changed-fields.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Empty } from "../../ui/data/loading.tsx";
import { Table } from "../../ui/lists/table.tsx";

/** A server that runs models. */
export type Provider = InferResponseType<typeof api.admin.providers.$get>["items"][number];

/** The servers that run models. */
export function ProviderList({
  providers,
  onChanged,
}: {
  readonly providers: readonly Provider[];
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const [edited, setEdited] = useState<Provider | "new">();
  return (
    <>
      <h2>{t("admin.providers")}</h2>
      {providers.length === 0 ? (
        <Empty title={t("admin.providers.none")} />
      ) : (
        <Table
          label={t("admin.providers")}
          onPhone="labelled"
          columns={[
            t("admin.provider"),
            t("admin.provider.url"),
            t("admin.provider.key"),
            t("admin.models"),
            t("admin.users.actions"),
          ]}
        >
          {providers.map((provider) => (
            <tr key={provider.id}>
              <td>{provider.name}</td>
              <td>{provider.base_url}</td>
              <td>{t(provider.has_key ? "admin.provider.hasKey" : "admin.provider.noKey")}</td>
              <td>{provider.models}</td>
              <td>
                <div class="row">
                  <button type="button" onClick={() => setEdited(provider)}>
                    {t("admin.edit")}
                  </button>
                  <ConfirmButton
                    text={t("admin.delete")}
                    title={`${t("admin.delete")}${t("app.colon")}${provider.name}`}
                    onConfirm={async () => {
                      const param = { id: String(provider.id) };
                      await send(api.admin.providers[":id"].$delete({ param }));
                      onChanged();
                    }}
                  >
                    <p>{t("admin.deleteAsk", { name: provider.name })}</p>
                  </ConfirmButton>
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <button type="button" onClick={() => setEdited("new")}>
        {t("admin.providers.add")}
      </button>
      {edited !== undefined && (
        <ProviderForm
          provider={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

function ProviderForm({
  provider,
  onClose,
  onChanged,
}: {
  readonly provider: Provider | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  async function save(text: (name: string) => string): Promise<void> {
    const entered = { name: text("name"), base_url: text("base_url") };
    const { base_url } = entered;
    const api_key = text("api_key");
    // A key is sent with the address for which it was entered, because the address may have been changed elsewhere.
    const key = api_key !== "" && { base_url, api_key };
    if (provider === undefined) {
      await read(api.admin.providers.$post({ json: { ...entered, ...key } }));
    } else {
      const param = { id: String(provider.id) };
      const json = { ...changedFields(entered, provider), ...key };
      await read(api.admin.providers[":id"].$put({ param, json }));
    }
    onChanged();
  }
  return (
    <DialogForm
      title={provider?.name ?? t("admin.provider")}
      submit={t("app.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("admin.engine.name")}
        name="name"
        value={provider?.name ?? ""}
        required
        maxlength={128}
      />
      <TextField
        label={t("admin.provider.url")}
        name="base_url"
        type="url"
        value={provider?.base_url ?? ""}
        placeholder="https://api.example.com/v1"
        required
        maxlength={2000}
      />
      <TextField
        label={t("admin.provider.key")}
        name="api_key"
        type="password"
        autocomplete="off"
        hint={t("admin.provider.keyHint")}
        maxlength={4096}
      />
    </DialogForm>
  );
}
