import type { BindingField, LocalizedText, PlatformBinding, Transport } from "@botwright/core";
import type { Platform } from "@botwright/core";

/** A value that a bot is bound with: a row of a form. */
export interface FieldRecord extends Pick<
  BindingField,
  "name" | "label" | "help" | "secret" | "required" | "pattern" | "example"
> {
  /** Whether the host makes a value when none is given. */
  readonly generated: boolean;
}

/** What bots of a platform are bound with. */
export interface PlatformRecord {
  readonly platform: Platform;
  readonly label: LocalizedText;
  /** Whether bots are bound by a login, and not by `fields`. */
  readonly login: boolean;
  /** How messages can come, the usual one first. */
  readonly transports: readonly Transport[];
  readonly fields: readonly FieldRecord[];
  /** What a bot is bound with besides when it is to receive by callback, where that is not usual. */
  readonly callback_fields: readonly FieldRecord[];
}

/** Describes the platforms for forms. */
export function describePlatforms(bindings: readonly PlatformBinding[]): PlatformRecord[] {
  return bindings.map((binding) => {
    const { platform, label, transports, fields, callback } = binding;
    const login = binding.login !== undefined;
    return {
      platform,
      label,
      login,
      transports,
      fields: login ? [] : fields.map(toRecord),
      callback_fields: (callback?.fields ?? []).map(toRecord),
    };
  });
}

function toRecord({ generate, ...field }: BindingField): FieldRecord {
  return { ...field, generated: generate !== undefined };
}
