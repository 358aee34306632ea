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
 * Reads the settings of a form, as the host takes them: passwords that were not typed are left out, and `null`
 * stands for the default.
 *
 * @example
 * readSettings([{ key: "city", label: "City", type: "text" }], (name) => "Paris"); // { city: "Paris" }
 */
export function readSettings(
  schema: readonly ConfigItem[],
  text: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    schema.flatMap((item, place): [string, unknown][] => {
      const entered = text(inputName(place));
      switch (item.type) {
        case "boolean":
          return [[item.key, entered !== ""]];
        case "number":
          return [[item.key, entered === "" ? null : Number(entered)]];
        case "select":
          return [[item.key, item.options?.[Number(entered || Number.NaN)]?.value ?? null]];
        case "password":
          if (text(removalName(place)) !== "") return [[item.key, null]];
          return entered === "" ? [] : [[item.key, entered]];
        default:
          return [[item.key, entered === "" && item.default === undefined ? null : entered]];
      }
    }),
  );
}
