import {
  type BotEvent,
  createEventRedactor,
  type MessageIdentity,
  type ParsedMessage,
  type Platform,
} from "@botwright/core";
import type { SentMessage } from "@botwright/harness";
import {
  createStorageTrace,
  type SettledCall,
  type StorageTrace,
  type StoredValue,
} from "./storage-trace.ts";

/** One message of a person, and all that the bot did because of it. */
export interface TranscriptStep {
  readonly message: ParsedMessage;
  /** Milliseconds since 1970, by the clock of `dev`. */
  readonly at: number;
  /** The bytes of the person's file, if they were downloaded. */
  bytes: Uint8Array | undefined;
  /** The slug of the plugin that has handled it. */
  handledBy: string | null;
  /** Values that the plugins read from storage and that earlier steps had not left there. */
  readonly found: StoredValue[];
  readonly calls: SettledCall[];
  /** The messages that the bot sent. */
  readonly sends: SentMessage[];
}

/** Records the conversations of all platforms. */
export interface Transcript {
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /** Adds a message that the bot has sent. */
  readonly onSent: (platform: Platform, sent: SentMessage) => void;
  /** The conversation on a platform, from its beginning. */
  readonly of: (platform: Platform) => readonly TranscriptStep[];
}

/** The most messages of a platform that are recorded; without its beginning, a conversation cannot become a test. */
const MAX_STEPS = 500;
/** Larger files are not stored, in bytes. */
const MAX_BYTES = 256 * 1024;

interface Conversation {
  readonly steps: TranscriptStep[];
  readonly storage: StorageTrace;
  /** The steps whose message is being handled. */
  readonly open: Map<string, TranscriptStep>;
}

/** Creates a {@link Transcript}. */
export function createTranscript(now: () => number): Transcript {
  const conversations = new Map<Platform, Conversation>();
  const redact = createEventRedactor();

  function conversationOn(platform: Platform): Conversation {
    const known = conversations.get(platform);
    if (known !== undefined) return known;
    const fresh = { steps: [], storage: createStorageTrace(), open: new Map() };
    conversations.set(platform, fresh);
    return fresh;
  }

  return {
    of: (platform) => conversations.get(platform)?.steps ?? [],
    onSent(platform, sent) {
      const step = conversationOn(platform).steps.findLast(
        ({ message }) => message.from === sent.to,
      );
      step?.sends.push(sent);
    },
    onBotEvent(platform, given) {
      const event = redact(given);
      const { steps, storage, open } = conversationOn(platform);
      if (event.type === "message-started") {
        if (open.has(keyOf(event)) || steps.length >= MAX_STEPS) return;
        const { message } = event.incoming;
        const parts = { bytes: undefined, handledBy: null, found: [], calls: [], sends: [] };
        const step: TranscriptStep = { message, at: now(), ...parts };
        steps.push(step);
        open.set(keyOf(event), step);
      }
      if (!("messageId" in event) || event.messageId === undefined) return;
      const step = open.get(keyOf(event));
      if (step === undefined) return;
      if (event.type === "plugin-started") {
        const { mediaBuffer } = event.context;
        if (mediaBuffer !== null && mediaBuffer.length <= MAX_BYTES) step.bytes = mediaBuffer;
      }
      if (event.type === "host-call-settled") {
        step.calls.push(event);
        const found = storage.take(event);
        if (found !== undefined) step.found.push(found);
      }
      if (event.type === "message-done") {
        step.handledBy = event.result.handledBy;
        open.delete(keyOf(event));
      }
    },
  };
}

function keyOf({ botDbId, messageId }: Partial<MessageIdentity>): string {
  return JSON.stringify([botDbId, messageId]);
}
