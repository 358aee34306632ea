import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { Table } from "../../ui/lists/table.tsx";

/** The part of a declaration that is compared. */
interface Declaration {
  readonly permissions?:
    | {
        readonly hosts?: readonly string[] | undefined;
        readonly creds?: readonly string[] | undefined;
        readonly ai?: boolean | undefined;
        readonly search?: boolean | undefined;
        readonly media?: boolean | undefined;
        readonly proactive?: boolean | undefined;
      }
    | undefined;
}

const FLAGS = ["ai", "search", "media", "proactive"] as const;
const EVERYTHING = "*";

/** Shows the permissions of two versions side by side. */
export function PermissionDiff({
  before,
  now,
}: {
  /** The published version's declaration; `undefined` when there is none. */
  readonly before: Declaration | undefined;
  readonly now: Declaration;
}): JSX.Element {
  const { t } = useLanguage();
  const [old, asked] = [before === undefined ? [] : keysOf(before), keysOf(now)];
  const keys = [...new Set([...old, ...asked])];
  if (keys.length === 0) return <p class="good">{t("admin.review.noPermissions")}</p>;
  const columns = [
    t("admin.review.permission"),
    ...(before === undefined ? [] : [t("admin.review.before")]),
    t("admin.review.now"),
  ];
  return (
    <Table label={t("admin.review.permissions")} columns={columns}>
      {keys.map((key) => {
        const [was, is] = [old.includes(key), asked.includes(key)];
        const isNew = before !== undefined && is && !was;
        return (
          <tr key={key} class={isNew ? "warn" : undefined}>
            <td>{key === EVERYTHING ? t("admin.review.everything") : <code>{key}</code>}</td>
            {before !== undefined && <td>{mark(was)}</td>}
            <td>{mark(is)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function keysOf({ permissions }: Declaration): readonly string[] {
  if (permissions === undefined) return [EVERYTHING];
  const { hosts = [], creds = [] } = permissions;
  return [
    ...hosts.map((host) => `hosts: ${host}`),
    ...creds.map((platform) => `creds: ${platform}`),
    ...FLAGS.filter((flag) => permissions[flag] === true),
  ];
}

function mark(has: boolean): string {
  return has ? "✓" : "–";
}
