import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { Table } from "../../ui/lists/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";

type Engine = InferResponseType<typeof api.admin.settings.$get>["search_providers"][number];

/** The fields of an engine that are sent; the host keeps fields that are absent. */
type GivenEngine = Pick<Engine, "type"> & {
  readonly id?: number;
  readonly name?: string;
  readonly base_url?: string;
  readonly api_key?: string;
  readonly enabled?: boolean;
};

const TYPES = ["searxng", "brave", "tavily", "duckduckgo"] as const satisfies Engine["type"][];

/** The search engines: visitors add, remove, enable, disable and reorder them. */
export function SearchEngines(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const settings = useData(() => read(api.admin.settings.$get()), []);
  useChanges("settings", settings.reload);
  const [isAdding, setAdding] = useState(false);

  /** The host replaces all engines at once, so they are read again before each change. */
  async function save(
    change: (now: readonly GivenEngine[]) => readonly GivenEngine[],
  ): Promise<void> {
    const { search_providers: now } = await read(api.admin.settings.$get());
    const search_providers = change(now.map(keep)).map((engine) => ({ ...engine }));
    settings.set(await read(api.admin.settings.$put({ json: { search_providers } })));
    toast({ text: t("admin.saved") });
  }

  return (
    <Show of={settings}>
      {({ search_providers: engines }) => (
        <>
          <h2>{t("admin.engines")}</h2>
          {engines.length === 0 ? (
            <Empty title={t("admin.engines.none")} />
          ) : (
            <Table
              label={t("admin.engines")}
              onPhone="labelled"
              columns={[t("admin.engine"), t("admin.engine.type"), t("admin.users.actions")]}
            >
              {engines.map((engine, index) => (
                <tr key={engine.id}>
                  <td>
                    {engine.name} <small class="quiet">{engine.base_url}</small>
                  </td>
                  <td>{engine.type}</td>
                  <td>
                    <div class="row">
                      <ActButton
                        disabled={index === 0}
                        onAct={() => save((now) => moveUp(now, engine.id))}
                      >
                        {t("admin.engine.up")}
                      </ActButton>
                      <ActButton onAct={() => save((now) => toggle(now, engine))}>
                        {t(engine.enabled ? "admin.engine.off" : "admin.engine.on")}
                      </ActButton>
                      <ConfirmButton
                        text={t("admin.engine.remove")}
                        title={t("admin.engine.remove")}
                        onConfirm={() => save((now) => now.filter(({ id }) => id !== engine.id))}
                      >
                        <p>{t("admin.deleteAsk", { name: engine.name })}</p>
                      </ConfirmButton>
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <button type="button" onClick={() => setAdding(true)}>
            {t("admin.engines.add")}
          </button>
          {isAdding && (
            <DialogForm
              title={t("admin.engine")}
              submit={t("admin.add")}
              onClose={() => setAdding(false)}
              onSubmit={(text) => save((now) => [...now, readEngine(text)])}
            >
              <EngineFields />
            </DialogForm>
          )}
        </>
      )}
    </Show>
  );
}

function EngineFields(): JSX.Element {
  const { t } = useLanguage();
  return (
    <>
      <Field label={t("admin.engine.type")}>
        {(ids) => (
          <select {...ids} name="type">
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={t("admin.engine.name")} name="name" maxlength={128} />
      <TextField label={t("admin.engine.url")} name="base_url" type="url" maxlength={2000} />
      <TextField
        label={t("admin.provider.key")}
        name="api_key"
        type="password"
        autocomplete="off"
        maxlength={4096}
      />
    </>
  );
}

function readEngine(text: (name: string) => string): GivenEngine {
  const given = (name: "name" | "base_url" | "api_key"): object =>
    text(name) === "" ? {} : { [name]: text(name) };
  const type = TYPES.find((one) => one === text("type")) ?? "searxng";
  return { type, ...given("name"), ...given("base_url"), ...given("api_key") };
}

function keep({ id, type, enabled }: Engine): GivenEngine {
  return { id, type, enabled };
}

function toggle(engines: readonly GivenEngine[], { id, enabled }: Engine): readonly GivenEngine[] {
  return engines.map((engine) => (engine.id === id ? { ...engine, enabled: !enabled } : engine));
}

function moveUp(engines: readonly GivenEngine[], id: number): readonly GivenEngine[] {
  const place = engines.findIndex((engine) => engine.id === id);
  if (place < 1) return engines;
  const pair = engines.slice(place - 1, place + 1);
  return engines.toSpliced(place - 1, 2, ...pair.toReversed());
}
