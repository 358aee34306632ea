import type { SettingTakes } from "./setting-type.ts";

/** A part of `meta` that is accepted and probably not meant so. */
export type MetaWarning = UnknownFieldWarning | InvalidHostWarning | UnusableSettingWarning;

interface WarningPlace {
  /** As validators write it: `$input.permissions.hosts[0]`. */
  readonly path: string;
  /** The same for people: `meta.permissions.hosts[0]`. */
  readonly field: string;
  readonly message: string;
}

/** A field that does not exist. */
export interface UnknownFieldWarning extends WarningPlace {
  readonly kind: "unknown-field";
  /** What the field would belong to. */
  readonly owner: "meta" | "permissions" | "config_schema";
  /** The fields that there are. */
  readonly known: readonly string[];
  /** The one of them that was probably meant. */
  readonly meant?: string;
}

/** A host that matches nothing. */
export interface InvalidHostWarning extends WarningPlace {
  readonly kind: "invalid-host";
  /** What stands there, in quotes. */
  readonly host: string;
  /** The host that was probably meant, in quotes. */
  readonly meant?: string;
}

/** A setting that a host cannot set as it is declared. */
export type UnusableSettingWarning = WarningPlace & {
  readonly kind: "unusable-setting";
} & (
    | {
        readonly problem: "repeated-key";
        /** In quotes. */
        readonly key: string;
      }
    | { readonly problem: "no-options" }
    | {
        readonly problem: "default";
        readonly type: string;
        /** What a default of the type is. */
        readonly takes: SettingTakes;
      }
  );
