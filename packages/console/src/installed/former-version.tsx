import type { InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Permissions } from "../library/permissions.tsx";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useData } from "../ui/data/use-data.ts";

/** Returns a bot to the previous version in the library; shows nothing when there is none. */
export function FormerVersion({
  botId,
  plugin,
  onChange,
}: {
  readonly botId: number;
  readonly plugin: InstallationRecord;
  readonly onChange: () => void;
}): JSX.Element | null {
  const { t } = useLanguage();
  const toast = useToast();
  const { slug, name, version_id: current } = plugin;
  const versions = useData(
    () => read(api.library[":slug"].versions.$get({ param: { slug } })),
    [slug],
  );
  const former = versions.data?.items.find(({ id }) => id < current);
  if (former === undefined) return null;
  const { id, version, permissions } = former;

  async function goBack(): Promise<void> {
    const param = { id: String(botId), plugin_id: String(plugin.plugin_id) };
    const route = api.bots[":id"].plugins[":plugin_id"]["roll-back"];
    // The dialog has shown the version's permissions, so this is consent.
    await read(route.$post({ param, json: { consent: true, version_id: id } }));
    toast({ text: t("installed.wentBack", { name, version }) });
    onChange();
  }

  return (
    <ConfirmButton
      text={t("installed.goBack", { version })}
      title={t("installed.goBackTitle", { name, version })}
      onConfirm={goBack}
    >
      <p>{t("installed.goBackWhat")}</p>
      <p>{t("library.permissions")}:</p>
      <Permissions of={permissions} />
    </ConfirmButton>
  );
}
