import type { AdapterState, IncomingMessage, MediaReference, ParsedMessage } from "@botwright/core";
import { InvalidInputError } from "@botwright/core";
import { createSeal } from "./seal.ts";
import { isObject, textOf } from "../parse/wire.ts";

/** Options of {@link createMediaReferences}. */
export interface MediaReferencesOptions {
  /** The platform's name, for error texts. */
  readonly service: string;
  /** Stores the bot's key, so that references remain valid across restarts. */
  readonly state: AdapterState;
  /** The entry that stores the key; no other bot that uses the same state may have it. */
  readonly stateKey: string;
}

/**
 * Seals and opens the references by which plugins name media. A parser writes a reference in the platform's form;
 * the pipeline seals it before the message reaches the sink, and a download accepts only sealed ones. So a
 * plugin can download media that this bot has received, and nothing else.
 */
export interface MediaReferences {
  /**
   * Returns the message with the references of its media and its quote's media sealed for its chat. The first
   * fifty are sealed; the rest are set to `""`, so that they cannot be downloaded.
   */
  readonly seal: (incoming: IncomingMessage) => Promise<IncomingMessage>;
  /**
   * Returns the platform's reference in a sealed one.
   *
   * @param from The only person whose media are allowed. @default every user of this bot
   * @throws {InvalidInputError} `INVALID_MEDIA_REFERENCE` for a reference that was changed or made up, or belongs to
   * another bot or another person: the error does not say which
   */
  readonly open: (reference: string, from?: string) => Promise<string>;
}

/** Change this when the sealed form of a reference changes. */
const PURPOSE = "media-1";
const KINDS = ["image", "voice", "file", "video"] as const;
/**
 * How many levels of a message are read: more than any message has, and few enough that hostile input does not
 * overflow the stack.
 */
export const MAX_MESSAGE_DEPTH = 32;
/**
 * How many references of a message are sealed; each costs an HMAC. More than any message has
 * media, and few enough that a message with a megabyte of references does not block the event loop.
 */
const MAX_SEALED_REFERENCES = 50;

/**
 * Makes {@link MediaReferences}; give them to `createInboundPipeline` and `createDownloads`.
 *
 * @example
 * const references = createMediaReferences({ service: "Toy", state, stateKey: `toy.seal.${botId}` });
 */
export function createMediaReferences(options: MediaReferencesOptions): MediaReferences {
  const { service, state, stateKey } = options;
  const seal = createSeal({ state, stateKey, purpose: PURPOSE });

  async function sealAll(message: ParsedMessage, found: ReadonlySet<string>) {
    const sealed = new Map<string, string>();
    for (const reference of found) {
      if (sealed.size === MAX_SEALED_REFERENCES) break;
      sealed.set(reference, await seal.seal(message.from, reference));
    }
    return sealed;
  }

  return {
    async seal(incoming) {
      const { id, message } = incoming;
      const found = new Set(KINDS.flatMap((kind) => referencesIn(message[kind]?.media)));
      const { quotedMessage } = message;
      for (const reference of referencesIn(quotedMessage?.item)) found.add(reference);
      if (found.size === 0) return incoming;
      const sealed = await sealAll(message, found);
      const media = KINDS.map((kind) => withReferences(message, kind, sealed));
      const quote = quotedMessage && {
        quotedMessage: { ...quotedMessage, item: replaceReferences(quotedMessage.item, sealed) },
      };
      return { id, message: Object.assign({ ...message }, ...media, quote) };
    },
    async open(reference, from) {
      const opened = await seal.open(textOf(reference), from);
      if (opened === undefined) throw invalidMediaReference(service);
      return opened;
    },
  };
}

/** The error for a reference that this bot has not given out. */
export function invalidMediaReference(service: string): InvalidInputError {
  return new InvalidInputError(
    `This is no media reference of this chat on ${service}: pass media.encrypt_query_param as it came with a message`,
    { code: "INVALID_MEDIA_REFERENCE" },
  );
}

/** All references in a media item, or in the raw data of a quoted message. */
function referencesIn(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > MAX_MESSAGE_DEPTH) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key !== "encrypt_query_param") return referencesIn(part, depth + 1);
    const reference = textOf(part);
    return reference === "" ? [] : [reference];
  });
}

/** One media item of a message, with its reference sealed. */
function withReferences(
  message: ParsedMessage,
  kind: (typeof KINDS)[number],
  sealed: ReadonlyMap<string, string>,
): Pick<ParsedMessage, (typeof KINDS)[number]> {
  const item = message[kind];
  if (item === undefined) return {};
  const { encrypt_query_param: reference, ...rest }: MediaReference = item.media;
  const media = { ...rest, encrypt_query_param: sealed.get(reference) ?? "" };
  return { [kind]: { ...item, media } };
}

/** A copy in which each reference is replaced by its sealed form, or by `""` when it was not sealed. */
function replaceReferences(
  value: unknown,
  sealed: ReadonlyMap<string, string>,
  depth = 0,
): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_MESSAGE_DEPTH) return value;
  if (Array.isArray(value)) return value.map((part) => replaceReferences(part, sealed, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "encrypt_query_param"
        ? sealedOf(part, sealed)
        : replaceReferences(part, sealed, depth + 1),
    ]),
  );
}

/** A value that is not a text stays, because it is no reference. */
function sealedOf(part: unknown, sealed: ReadonlyMap<string, string>): unknown {
  return typeof part === "string" ? (sealed.get(part) ?? "") : part;
}
