import type { CredentialsRecord, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read, send } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";
import { formatTime } from "../../ui/format.ts";
import { useToast } from "../../ui/toasts.tsx";
import { RenameCredentials, ReplaceCredentials } from "./forms.tsx";

/** One set of credentials, and the actions on it. */
export function CredentialsCard({
  set,
  platform,
  onChanged,
}: {
  readonly set: CredentialsRecord;
  /** Absent when the host no longer knows the platform. */
  readonly platform: PlatformRecord | undefined;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t, language } = useLanguage();
  const toast = useToast();
  const [shown, setShown] = useState<"rename" | "change">();
  const close = (): void => setShown(undefined);
  const { id, name, fields, is_default, is_used, last_used_at } = set;
  const param = { set: id };

  async function setDefault(): Promise<void> {
    const json = { is_default: !is_default };
    await read(api.credentials[":set"].$patch({ param, json }));
    onChanged();
  }

  async function remove(): Promise<void> {
    await send(api.credentials[":set"].$delete({ param }));
    toast({ text: t("credentials.deleted", { name }) });
    onChanged();
  }

  const used =
    last_used_at === null
      ? t("credentials.neverUsed")
      : t("credentials.lastUsed", { time: formatTime(last_used_at, language) });
  const labelOf = (action: string): string => t("credentials.actionsOf", { action, name });
  const defaultAction = is_default ? t("credentials.unsetDefault") : t("credentials.makeDefault");
  return (
    <li class="card">
      <p class="row">
        <b>{name}</b>
        <span class="quiet">{platform?.label[language] ?? set.platform}</span>
        {is_default && <span class="tag good">{t("credentials.isDefault")}</span>}
        {is_used && <span class="tag good">{t("credentials.isUsed")}</span>}
        <span class="quiet">{used}</span>
      </p>
      <p class="mono">
        {Object.entries(fields)
          .map(([field, value]) => `${field}: ${value}`)
          .join(" · ")}
      </p>
      <p class="row">
        <ActButton label={labelOf(defaultAction)} onAct={setDefault}>
          {defaultAction}
        </ActButton>
        <button
          type="button"
          aria-label={labelOf(t("credentials.rename"))}
          onClick={() => setShown("rename")}
        >
          {t("credentials.rename")}
        </button>
        <button
          type="button"
          aria-label={labelOf(t("credentials.change"))}
          onClick={() => setShown("change")}
        >
          {t("credentials.change")}
        </button>
        <ConfirmButton
          text={t("credentials.delete")}
          label={labelOf(t("credentials.delete"))}
          title={t("credentials.deleteTitle", { name })}
          onConfirm={remove}
        >
          <p>{t("credentials.deleteAsk")}</p>
        </ConfirmButton>
      </p>
      {shown === "rename" && <RenameCredentials set={set} onClose={close} onChanged={onChanged} />}
      {shown === "change" && platform !== undefined && (
        <ReplaceCredentials set={set} platform={platform} onClose={close} onChanged={onChanged} />
      )}
    </li>
  );
}
