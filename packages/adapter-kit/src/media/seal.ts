import { createHmac, randomBytes } from "node:crypto";
import { type AdapterState, BotwrightError } from "@botwright/core";
import { isSameSecret } from "../secure-compare.ts";

/** Options of {@link createSeal}. */
export interface SealOptions {
  /** Stores the bot's key, so that sealed values remain valid across restarts. */
  readonly state: AdapterState;
  /** The entry that stores the key; no other bot that uses the same state may have it. */
  readonly stateKey: string;
  /** Names the use of the values, with a version: a value that was sealed for another purpose does not open. */
  readonly purpose: string;
}

/**
 * Authenticates values that an adapter gives to plugins and later gets back from them. A sealed
 * value contains its chat and a MAC, so a plugin cannot make one, change one, or use one
 * of another bot.
 */
export interface Seal {
  /** The value, sealed for one chat: `A-Z a-z 0-9 - _ .` only. */
  readonly seal: (chat: string, value: string) => Promise<string>;
  /**
   * Returns the value that was sealed; `undefined` when this bot has not sealed it.
   *
   * @param chat The chat that the value must have been sealed for. @default any
   */
  readonly open: (sealed: string, chat?: string) => Promise<string | undefined>;
}

const KEY_BYTES = 32;
/**
 * 192 bits, a multiple of 6, so that the base64url form has no unused bits at its end, and each MAC
 * has exactly one form.
 */
const MAC_BYTES = 24;
/** More characters than any sealed value has; bounds the work for values that a plugin makes up. */
const MAX_SEALED = 16_384;

/**
 * Makes a {@link Seal}: HMAC-SHA256 with a random key, which is created at first use and stored
 * in the state. When several processes of a bot start at once, `setIfAbsent` stores only the first
 * key, and the other processes read that one.
 *
 * @example
 * const seal = createSeal({ state, stateKey: "toy.seal.42", purpose: "context-1" });
 * const token = await seal.seal("ann", "message-7");
 * console.log(await seal.open(token, "ann")); // message-7
 * console.log(await seal.open(token, "bob")); // undefined
 */
export function createSeal({ state, stateKey, purpose }: SealOptions): Seal {
  let loading: Promise<Buffer> | undefined;

  async function loadKey(): Promise<Buffer> {
    const drawn = randomBytes(KEY_BYTES).toString("base64url");
    const known = await state.get(stateKey);
    if (known === undefined && (await state.setIfAbsent(stateKey, drawn))) return decode(drawn);
    const key = known ?? (await state.get(stateKey));
    const bytes = decode(typeof key === "string" ? key : "");
    if (bytes.length === KEY_BYTES) return bytes;
    throw new BotwrightError(
      `The adapter's state holds no usable key under "${stateKey}": delete that entry, and a new key is made`,
      { code: "STATE_UNREADABLE" },
    );
  }

  /** Loads the key once. A failure is not cached, because the state may work again at the next call. */
  function keyOf(): Promise<Buffer> {
    loading ??= loadKey().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function finish(body: string): Promise<string> {
    const mac = createHmac("sha256", await keyOf())
      .update(`${purpose}.${body}`)
      .digest();
    return `${body}.${encode(mac.subarray(0, MAC_BYTES))}`;
  }

  return {
    seal: (chat, value) => finish(`${encode(chat)}.${encode(value)}`),
    async open(sealed, chat) {
      if (sealed.length > MAX_SEALED) return undefined;
      const [chatPart = "", valuePart = ""] = sealed.split(".", 2);
      // A value of another chat and a forged one fail at the same comparison, so a caller cannot tell them apart.
      const named = chat === undefined ? chatPart : encode(chat);
      // Compares the texts and not the bytes, because several base64url texts decode to the same bytes.
      const isGenuine = isSameSecret(sealed, await finish(`${named}.${valuePart}`));
      return isGenuine ? decode(valuePart).toString() : undefined;
    },
  };
}

function encode(value: string | Uint8Array): string {
  return Buffer.from(value).toString("base64url");
}

function decode(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
