import { randomInt } from "node:crypto";
import { encryptMessage, sign } from "./crypto.ts";
import type { WecomFaultSlots } from "../faults.ts";
import { type TextStyle, toXml, type WecomAppCredentials, type WecomFields } from "../wire.ts";

/** A callback in the form in which it is sent: its query and its body. */
export interface SealedRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether a fault has forged, misdirected or damaged it. */
  readonly isSpoiled: boolean;
}

/** Options of {@link createSealer}. */
export interface SealerOptions {
  readonly credentials: WecomAppCredentials;
  readonly faults: WecomFaultSlots;
  readonly now: () => number;
}

/** Encrypts and signs callbacks. */
export interface Sealer {
  /** A callback with a member's message; the elements of the envelope occur in both orders. */
  write(fields: WecomFields): SealedRequest;
  /** The check of a URL, which has no body. */
  check(text: string): SealedRequest;
}

/** Creates a {@link Sealer}. */
export function createSealer({ credentials, faults, now }: SealerOptions): Sealer {
  const { agent_id: AgentID, corp_id: ToUserName, token, encoding_aes_key } = credentials;
  let count = 0;

  const isHit = (name: "wrong-receiver" | "bad-padding" | "wrong-signature"): boolean =>
    faults[name].take("callback") !== undefined;

  /** The encrypted text and its signature. */
  function seal(text: string): {
    encrypted: string;
    query: Record<string, string>;
    isSpoiled: boolean;
  } {
    const [isStranger, isBroken, isForged] = [
      isHit("wrong-receiver"),
      isHit("bad-padding"),
      isHit("wrong-signature"),
    ];
    const receiver = isStranger ? "ww0000000000000000" : ToUserName;
    const encrypted = encryptMessage(text, {
      encodingAesKey: encoding_aes_key,
      receiver,
      isBroken,
    });
    const timestamp = String(Math.floor(now() / 1000));
    const nonce = String(randomInt(2 ** 31));
    const msg_signature = sign(isForged ? `not-${token}` : token, timestamp, nonce, encrypted);
    const isSpoiled = isStranger || isBroken || isForged;
    return { encrypted, query: { msg_signature, timestamp, nonce }, isSpoiled };
  }

  return {
    write(fields) {
      count += 1;
      const isBare = faults["bare-text"].take("callback") !== undefined;
      const style: TextStyle = isBare ? "bare" : "cdata";
      const { encrypted: Encrypt, ...sealed } = seal(toXml(fields, style));
      const envelope =
        count % 3 === 0 ? { ToUserName, AgentID, Encrypt } : { ToUserName, Encrypt, AgentID };
      return { ...sealed, body: toXml(envelope, style) };
    },
    check(text) {
      const { encrypted: echostr, query, isSpoiled } = seal(text);
      return { query: { ...query, echostr }, body: "", isSpoiled };
    },
  };
}
