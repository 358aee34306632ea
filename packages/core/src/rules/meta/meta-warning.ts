import type { SettingTakes } from "./setting-type.ts";

/** A warning about a part of `meta` that is accepted but probably a mistake. */
export type MetaWarning = UnknownFieldWarning | InvalidHostWarning | UnusableSettingWarning;

interface WarningPlace {
  /** The path, as validators write it: `$input.permissions.hosts[0]`. */
  readonly path: string;
  /** The path for people: `meta.permissions.hosts[0]`. */
  readonly field: string;
  readonly message: string;
}

/** A field that does not exist. */
export interface UnknownFieldWarning extends WarningPlace {
  readonly kind: "unknown-field";
  /** The object in which the field stands. */
  readonly owner: "meta" | "permissions" | "config_schema";
  /** The fields that exist there. */
  readonly known: readonly string[];
  /** The existing field that was probably meant. */
  readonly meant?: string;
}

/** A host that matches nothing. */
export interface InvalidHostWarning extends WarningPlace {
  readonly kind: "invalid-host";
  /** The declared host, in quotes. */
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
        /** The key, in quotes. */
        readonly key: string;
      }
    | { readonly problem: "no-options" }
    | {
        readonly problem: "default";
        readonly type: string;
        /** The kind of default that the type takes. */
        readonly takes: SettingTakes;
      }
  );
