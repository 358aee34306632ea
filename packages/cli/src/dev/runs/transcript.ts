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

/** One message of a person, with everything that happened because of it. */
export interface TranscriptStep {
  readonly message: ParsedMessage;
  /** Milliseconds since 1970, by the clock of `dev`. */
  readonly at: number;
  /** What the person's file contains, where it was loaded. */
  bytes: Uint8Array | undefined;
  /** The slug of the plugin that has handled it. */
  handledBy: string | null;
  /** What the plugins found in storage that the steps before had not left there. */
  readonly found: StoredValue[];
  readonly calls: SettledCall[];
  /** What the person got. */
  readonly sends: SentMessage[];
}

/** The conversations of all platforms, as they can be written down. */
export interface Transcript {
  readonly onBotEvent: (platform: Platform, event: BotEvent) => void;
  /** Adds what the bot has sent. */
  readonly onSent: (platform: Platform, sent: SentMessage) => void;
  /** The conversation on a platform, from its beginning. */
  readonly of: (platform: Platform) => readonly TranscriptStep[];
}

/** How many messages of a platform are kept; a conversation without its beginning is no test. */
const MAX_STEPS = 500;
/** Larger files are not kept. */
const MAX_BYTES = 256 * 1024;

interface Conversation {
  readonly steps: TranscriptStep[];
  readonly storage: StorageTrace;
  /** The steps that are under way. */
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
