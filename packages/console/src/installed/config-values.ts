import type { InstallationRecord } from "@botwright/host";

/** A setting that a plugin declares. */
export type ConfigItem = InstallationRecord["config_schema"][number];

/** The name of a setting's input. */
export function inputName(place: number): string {
  return `setting-${place}`;
}

/** The name of the box that removes a password. */
export function removalName(place: number): string {
  return `remove-${place}`;
}

/**
 * Reads the changed settings of a form, in the form for the host: passwords that were not typed
 * are left out, and `null` stands for the default. Unchanged settings are not sent, so that a default still follows
 * the plugin, and a change that was made elsewhere is not reverted.
 *
 * @example
 * readSettings([{ key: "city", label: "City", type: "text" }], {}, (name) => "Paris"); // { city: "Paris" }
 */
export function readSettings(
  schema: readonly ConfigItem[],
  before: Readonly<Record<string, unknown>>,
  text: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    schema.flatMap((item, place): [string, unknown][] => {
      const value = readSetting(item, place, text);
      return value === undefined || value === shownOf(item, before) ? [] : [[item.key, value]];
    }),
  );
}

/** The value that the form has shown; `undefined` for a password. */
function shownOf({ key, type }: ConfigItem, before: Readonly<Record<string, unknown>>): unknown {
  if (type === "password") return undefined;
  return type === "boolean" ? before[key] === true : (before[key] ?? null);
}

/** The entered value; `undefined` when there is none. */
function readSetting(
  item: ConfigItem,
  place: number,
  text: (name: string) => string,
): string | number | boolean | null | undefined {
  const entered = text(inputName(place));
  switch (item.type) {
    case "boolean":
      return entered !== "";
    case "number":
      return entered === "" ? null : Number(entered);
    case "select":
      return item.options?.[Number(entered || Number.NaN)]?.value ?? null;
    case "password":
      if (text(removalName(place)) !== "") return null;
      return entered === "" ? undefined : entered;
    default:
      return entered === "" && item.default === undefined ? null : entered;
  }
}
