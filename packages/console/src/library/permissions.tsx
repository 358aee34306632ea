import type { InstallationRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";

/** The permissions of a plugin in words. */
export function Permissions({
  of: { everything, items },
}: {
  readonly of: InstallationRecord["permissions"];
}): JSX.Element {
  const { t, language } = useLanguage();
  if (everything) return <p class="notice warn">{t("library.everything")}</p>;
  if (items.length === 0) return <p class="good">{t("library.noPermissions")}</p>;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.key}>{item[language]}</li>
      ))}
    </ul>
  );
}

/** The permissions that a version adds and removes. */
export function Changes({
  of: { added, removed },
}: {
  readonly of: NonNullable<InstallationRecord["waiting"]>["changes"];
}): JSX.Element {
  const { t, language } = useLanguage();
  if (added.length + removed.length === 0) {
    return <p class="quiet">{t("library.sameRights")}</p>;
  }
  return (
    <ul>
      {added.map((item) => (
        <li key={item.key} class="warn">
          {t("library.added", { what: item[language] })}
        </li>
      ))}
      {removed.map((item) => (
        <li key={item.key} class="good">
          {t("library.removed", { what: item[language] })}
        </li>
      ))}
    </ul>
  );
}
