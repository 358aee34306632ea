import type { BindingField, LocalizedText, PlatformBinding, Transport } from "@botwright/core";
import type { Platform } from "@botwright/core";

/** A field of a form: a value with which a bot is bound. */
export interface FieldRecord extends Pick<
  BindingField,
  "name" | "label" | "help" | "secret" | "required" | "pattern" | "example"
> {
  /** Whether the host generates a value when the user enters none. */
  readonly generated: boolean;
}

/** What a user enters to bind a bot of a platform. */
export interface PlatformRecord {
  readonly platform: Platform;
  readonly label: LocalizedText;
  /** Whether bots are bound by a login instead of by `fields`. */
  readonly login: boolean;
  /** The ways in which messages can arrive, the platform's default first. */
  readonly transports: readonly Transport[];
  readonly fields: readonly FieldRecord[];
  /** Further fields of a bot that receives by callback, on platforms where callbacks are not the default. */
  readonly callback_fields: readonly FieldRecord[];
}

/** Describes the platforms for the forms in which users bind bots. */
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
