import {
  createKeyedQueue,
  digestInChunks,
  type IncomingMessage,
  InvalidInputError,
  type MessageType,
  type Platform,
  type PlatformAdapter,
  type SendReceipt,
} from "@botwright/core";
import { BINDINGS } from "../bindings.ts";

/**
 * A message that a plugin sent in a trial, as pages show it: with the size and the hash of a medium instead of its
 * bytes.
 */
export interface TrialSentMessage {
  readonly type: Exclude<MessageType, "voice">;
  /** The text, a file's name, or `""`. */
  readonly text: string;
  /** The size of a medium in bytes; 0 for a text. */
  readonly bytes: number;
  /** The SHA-256 of a medium, by which two media can be told apart; `null` for a text. */
  readonly sha256: string | null;
}

/** A chat that records the messages that plugins send; nothing leaves the host. */
export interface TrialChat {
  readonly adapter: PlatformAdapter;
  /** Makes the next message of the person. */
  next(text: string, now: number): IncomingMessage;
  /** Returns the messages that were sent since the last call. */
  takeSent(): TrialSentMessage[];
}

/** The person who writes in a trial, and the bot. */
const [PERSON, BOT] = ["trial", "bot"];

/** Creates a {@link TrialChat}. */
export function createTrialChat(platform: Platform): TrialChat {
  let sent: TrialSentMessage[] = [];
  let count = 0;
  /** Keeps the order of the sends, because hashing a medium takes several turns of the event loop. */
  const order = createKeyedQueue();

  function keep(make: () => Promise<TrialSentMessage>): Promise<SendReceipt> {
    return order.run(PERSON, async () => {
      sent.push(await make());
      return { status: "sent", id: `trial-${sent.length}` };
    });
  }

  function keepMedium(
    type: TrialSentMessage["type"],
    bytes: Uint8Array,
    text = "",
  ): Promise<SendReceipt> {
    return keep(async () => {
      const sha256 = await digestInChunks("sha256", bytes);
      return { type, text, bytes: bytes.byteLength, sha256 };
    });
  }

  return {
    adapter: {
      platform,
      capabilities: {
        receive: ["text"],
        send: ["text", "image", "video", "file"],
        typing: false,
        quotes: false,
        transcription: false,
        idempotency: false,
        textLimits: BINDINGS[platform].textLimits,
        mediaLimits: {},
      },
      start: async () => {},
      stop: async () => {},
      sendText: (_to, text) => keep(async () => ({ type: "text", text, bytes: 0, sha256: null })),
      sendImage: (_to, bytes) => keepMedium("image", bytes),
      sendVideo: (_to, bytes) => keepMedium("video", bytes),
      sendFile: (_to, bytes, name) => keepMedium("file", bytes, name),
      download: noMedium,
      downloadRaw: noMedium,
    },
    next(text, now) {
      count += 1;
      return {
        id: `trial-${count}`,
        message: {
          type: "text",
          text,
          from: PERSON,
          to: BOT,
          timestamp: now,
          contextToken: `${PERSON}:${count}`,
          messageId: count,
          raw: { trial: count },
        },
      };
    },
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/** There is nothing to download, because the person in a trial sends only texts. */
async function noMedium(): Promise<never> {
  throw new InvalidInputError("a trial has no media", { code: "INVALID_MEDIA_REFERENCE" });
}
