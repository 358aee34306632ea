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
 * Reads the settings of a form that are others than before, as the host takes them: passwords that were not typed
 * are left out, and `null` stands for the default. What stays is not sent, so that a default goes on following the
 * plugin, and a change from elsewhere is not taken back.
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

/** The value that the form was shown with; `undefined` for a password. */
function shownOf({ key, type }: ConfigItem, before: Readonly<Record<string, unknown>>): unknown {
  if (type === "password") return undefined;
  return type === "boolean" ? before[key] === true : (before[key] ?? null);
}

/** The value that was entered; `undefined` where none was. */
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
