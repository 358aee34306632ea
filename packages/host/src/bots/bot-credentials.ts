import {
  type AdapterOptions,
  type BindingField,
  InvalidInputError,
  type PlatformBinding,
  type Transport,
} from "@botwright/core";

/** What a user has entered for a bot. */
export interface BotInput {
  /** Texts by the names of the binding's fields; other names are ignored. */
  readonly credentials: Readonly<Record<string, unknown>>;
  /** @default the platform's default */
  readonly transport?: Transport;
}

/** The values that the host stores of a {@link BotInput}. */
export interface ReadCredentials {
  readonly values: Readonly<Record<string, unknown>>;
  /** Values that the host has generated, for the user to copy to the platform. */
  readonly generated: Readonly<Record<string, string>>;
  /** `null`: the platform's default. */
  readonly transport: Transport | null;
}

/** The most characters of a value; the largest real one has fewer than 200. */
const MAX_LENGTH = 4096;

/** The fields with which a bot is bound if its messages arrive by this transport. */
function fieldsFor(
  { fields, callback, transports }: PlatformBinding,
  transport: Transport | null,
): readonly BindingField[] {
  const isChosen = transport === "callback" && transports[0] !== "callback";
  return isChosen ? [...fields, ...(callback?.fields ?? [])] : fields;
}

/**
 * Picks the values of the binding's fields, and generates the missing ones that the host may generate. The binding
 * checks their forms later.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function pickCredentials(binding: PlatformBinding, input: BotInput): ReadCredentials {
  const transport = toTransport(binding, input.transport);
  const generated: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const { name, generate } of fieldsFor(binding, transport)) {
    const given = Object.hasOwn(input.credentials, name) ? input.credentials[name] : undefined;
    if (typeof given === "string" && (given.length > MAX_LENGTH || !given.isWellFormed())) {
      throw invalid(`credentials.${name} must be a text of at most ${MAX_LENGTH} characters`);
    }
    const isEmpty = given === undefined || (typeof given === "string" && given.trim() === "");
    if (!isEmpty) values[name] = typeof given === "string" ? given.trim() : given;
    else if (generate !== undefined) values[name] = generated[name] = generate();
  }
  return { values, generated, transport };
}

function toTransport(
  { transports, label }: PlatformBinding,
  transport: Transport | undefined,
): Transport | null {
  if (transport === undefined || transport === transports[0]) return null;
  if (transports.includes(transport)) return transport;
  throw invalid(`transport must be one of ${label.en}'s: ${transports.join(", ")}`);
}

/** The adapter's options for a bot's transport. */
export function transportOptions(
  binding: PlatformBinding,
  transport: Transport | null,
  credentials: object,
  url: string,
): AdapterOptions {
  if (transport !== "callback" || binding.callback === undefined) return {};
  if (!url.startsWith("http")) {
    throw invalid("transport callback needs the host's public address, which is not configured");
  }
  return binding.callback.options(credentials, url);
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}
