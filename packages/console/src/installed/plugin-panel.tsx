import type { InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api, read, send } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Changes, Permissions } from "../library/permissions.tsx";
import { ActButton } from "../ui/forms/act-button.tsx";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { useToast } from "../ui/toasts.tsx";
import { FormerVersion } from "./former-version.tsx";
import { ConfigForm } from "./config-form.tsx";
import { LimitsForm } from "./limits-form.tsx";
import { UpdateCheck } from "../updates/update-check.tsx";

/** All settings of a plugin on a bot. */
export function PluginPanel({
  botId,
  plugin,
  onChange,
}: {
  readonly botId: number;
  readonly plugin: InstallationRecord;
  /** Gets the host's answer, so that it is shown before later changes of others. */
  readonly onChange: (changed?: InstallationRecord) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const { name, waiting } = plugin;
  const asksForMore = waiting !== null && waiting.changes.added.length > 0;
  const at = { param: { id: String(botId), plugin_id: String(plugin.plugin_id) } };
  const route = api.bots[":id"].plugins[":plugin_id"];
  const waitingTitle = useRef<HTMLHeadingElement>(null);
  const hasGoneBack = useRef(false);
  // The pressed button disappears and the next one would uninstall, so the focus moves to the waiting version.
  useEffect(() => {
    if (hasGoneBack.current) waitingTitle.current?.focus();
    hasGoneBack.current = false;
  }, [plugin.version_id]);
  return (
    <section class="panel" aria-label={t("installed.settingsOf", { name })}>
      <p>{plugin.description}</p>
      {waiting !== null && (
        <div class={asksForMore ? "notice warn" : "notice"}>
          <h3 ref={waitingTitle} tabIndex={-1}>
            {t("installed.consentTitle", { version: waiting.version })}
          </h3>
          <p>
            {asksForMore
              ? t("installed.consentWhat")
              : t("installed.staysWhat", { version: plugin.version })}
          </p>
          <Changes of={waiting.changes} />
          <UpdateCheck
            key={waiting.version_id}
            what={t("installed.checkWhat")}
            compare={async () => read(route.compare.$post(at))}
          />
          <ActButton
            kind="primary"
            onAct={async () => {
              const json = { version_id: waiting.version_id };
              await read(route.upgrade.$post({ ...at, json }));
              toast({ text: t("installed.updated", { name }) });
              onChange();
            }}
          >
            {asksForMore
              ? t("installed.consent")
              : t("installed.update", { version: waiting.version })}
          </ActButton>
        </div>
      )}
      <h3>{t("installed.config")}</h3>
      <ConfigForm
        key={plugin.version_id}
        plugin={plugin}
        onSave={async (config) => {
          const changed = await read(route.$patch({ ...at, json: { config } }));
          toast({ text: t("installed.configDone") });
          onChange(changed);
        }}
      />
      <h3>{t("installed.place")}</h3>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const priority = text("priority") === "" ? null : Number(text("priority"));
          const changed = await read(route.$patch({ ...at, json: { priority } }));
          toast({ text: t("installed.priorityDone") });
          onChange(changed);
        }}
      >
        <TextField
          label={t("installed.priority")}
          hint={t("installed.priorityHint")}
          name="priority"
          type="number"
          min={0}
          max={1000}
          step="1"
          value={plugin.has_own_priority ? String(plugin.priority) : ""}
          placeholder={String(plugin.priority)}
        />
      </Form>
      <h3>{t("installed.limits")}</h3>
      <p class="quiet">{t("installed.limitsWhat")}</p>
      <LimitsForm plugin={plugin.slug} />
      <h3>{t("library.permissions")}</h3>
      <Permissions of={plugin.permissions} />
      <p class="row">
        {!plugin.builtin && plugin.available && (
          <FormerVersion
            botId={botId}
            plugin={plugin}
            onChange={() => {
              hasGoneBack.current = true;
              onChange();
            }}
          />
        )}
        <ConfirmButton
          text={t("installed.uninstall")}
          title={t("installed.uninstallTitle", { name })}
          onConfirm={async () => {
            await send(route.$delete(at));
            toast({ text: t("installed.uninstalled", { name }) });
            onChange();
          }}
        >
          <p>{t("installed.uninstallWhat")}</p>
        </ConfirmButton>
      </p>
    </section>
  );
}
