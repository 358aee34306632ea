import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import type { OwnPlugin } from "./own-plugin.ts";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { Moment } from "../ui/moment.tsx";
import { Table } from "../ui/lists/table.tsx";
import { useToast } from "../ui/toasts.tsx";

/** The versions of a plugin, the reviewers' comments on them, and the way back to the previous one. */
export function VersionTable({
  own,
  onChanged,
}: {
  readonly own: OwnPlugin;
  readonly onChanged: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const approved = own.versions.filter(({ state }) => state === "approved").length;

  async function rollBack(): Promise<void> {
    const param = { id: String(own.id) };
    const published = own.versions.find(({ current }) => current);
    const query = published === undefined ? {} : { version_id: String(published.id) };
    const back = await read(api.plugins.my[":id"]["roll-back"].$post({ param, query }));
    toast({ text: t("dev.rolledBack", { version: back.published_version ?? "" }) });
    onChanged();
  }

  return (
    <>
      <Table
        label={t("dev.tab.versions")}
        onPhone="labelled"
        columns={[
          t("dev.version"),
          t("dev.status"),
          t("dev.submittedAt"),
          t("dev.reviewedAt"),
          t("dev.comment"),
        ]}
      >
        {own.versions.map((one) => (
          <tr key={one.id}>
            <td>
              {one.version} <small class="quiet mono">{one.sha256.slice(0, 8)}</small>
            </td>
            <td class="short">
              {t(`dev.state.${one.state}`)}
              {one.current && ` · ${t("dev.current")}`}
            </td>
            <td>
              <Moment at={one.submitted_at} />
            </td>
            <td>{one.reviewed_at !== null && <Moment at={one.reviewed_at} />}</td>
            <td class="note">{one.reason}</td>
          </tr>
        ))}
      </Table>
      {approved > 1 && own.status !== "taken_down" && (
        <ConfirmButton text={t("dev.rollBack")} title={t("dev.rollBack")} onConfirm={rollBack}>
          <p>{t("dev.rollBackAsk", { version: own.published_version ?? "" })}</p>
        </ConfirmButton>
      )}
    </>
  );
}
