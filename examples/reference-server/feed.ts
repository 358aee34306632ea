import type { Platform } from "@botwright/core";
import type { SaidMessage, SayInput, SentMessage, Simulator } from "@botwright/simulators";
import type { Activity } from "./activity.ts";
import { SimulatorError } from "@botwright/simulators";
import { typeOfMedia } from "./media-type.ts";

/** One message of a chat, from either side. */
interface ChatMessage {
  kind: "message";
  platform: Platform;
  /** The person whose chat it stands in. */
  user: string;
  by: "person" | "bot";
  /** Milliseconds since 1970. */
  at: number;
  type: SentMessage["type"];
  /** A person's message: the id by which {@link Handled} names it. */
  id?: string;
  text?: string;
  /** The text of the message that this one answers. */
  quotes?: string;
  /** Where the file is on this server. */
  media?: { url: string; name: string; size: number };
}

/** What became of a person's message. */
interface Handled {
  kind: "handled";
  platform: Platform;
  id: string;
  by: string | null;
  /** The first plugin that failed at it. */
  failed?: string;
  /** Milliseconds in plugins. */
  ms: number;
}

/** A file of a chat. */
interface Media {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** All that happens in the simulated chats, in its order; kept as long as the simulators keep it. */
export interface Feed {
  /** A person has said something. */
  addSaid(platform: Platform, message: SayInput, said: SaidMessage): void;
  addHandled(activity: Activity): void;
  /** Takes up what the bot sends, until the simulator is closed. */
  follow(platform: Platform, simulator: Simulator): Promise<void>;
  /** What came from this place on. */
  since(place: number): readonly (ChatMessage | Handled)[];
  media(number: number): Media | undefined;
}

/** The longest timer there is. */
const LONG_MS = 2 ** 31 - 1;

/** Makes an empty {@link Feed}. */
export function createFeed(): Feed {
  const entries: (ChatMessage | Handled)[] = [];
  const media: Media[] = [];

  function addMessage(
    message: Omit<ChatMessage, "kind" | "at" | "media">,
    file: { bytes: Uint8Array; name?: string | undefined; mime?: string | undefined } | undefined,
  ): void {
    const entry: ChatMessage = { kind: "message", at: Date.now(), ...message };
    if (file !== undefined) {
      const { name = message.type, mime } = file;
      const bytes = new Uint8Array(file.bytes);
      const url = `/simulators/${message.platform}/media/${media.length}`;
      entry.media = { url, name, size: bytes.length };
      media.push({ bytes, type: typeOfMedia(bytes, mime) });
    }
    entries.push(entry);
  }

  return {
    addSaid(platform, message, { id }) {
      const { from: user, caption, quote } = message;
      const [type, file] = contentOf(message);
      const text = "text" in message ? message.text : caption;
      const common = { platform, user, by: "person" as const, type, id };
      addMessage(
        {
          ...common,
          ...(text === undefined ? {} : { text }),
          ...(quote === undefined ? {} : { quotes: quote.text }),
        },
        file,
      );
    },
    addHandled({ platform, id, handledBy: by, plugins }) {
      const ms = plugins.reduce((sum, plugin) => sum + plugin.ms, 0);
      const failed = plugins.find(({ status }) => status === "failed")?.slug;
      const failure = failed === undefined ? {} : { failed };
      entries.push({ kind: "handled", platform, id, by, ms, ...failure });
    },
    async follow(platform, simulator) {
      let seen = simulator.sent().length;
      while (true) {
        try {
          const sent = await simulator.waitForSent(seen + 1, { timeoutMs: LONG_MS });
          for (const { to: user, type, text, quotes, bytes, name } of sent.slice(seen)) {
            const quoted = quotes?.text;
            const common = { platform, user, by: "bot" as const, type };
            addMessage(
              {
                ...common,
                ...(text === undefined ? {} : { text }),
                ...(quoted === undefined ? {} : { quotes: quoted }),
              },
              bytes === undefined ? undefined : { bytes, name },
            );
          }
          seen = sent.length;
        } catch (error) {
          if (!(error instanceof SimulatorError)) throw error;
          if (error.code === "CLOSED") return;
        }
      }
    },
    since: (place) => entries.slice(place),
    media: (number) => media[number],
  };
}

function contentOf(message: SayInput): [ChatMessage["type"], File?] {
  if ("text" in message) return ["text"];
  if ("image" in message) return ["image", message.image];
  if ("voice" in message) return ["voice", message.voice];
  if ("video" in message) return ["video", message.video];
  return ["file", message.file];
}

type File = { bytes: Uint8Array; name?: string; mime?: string };
