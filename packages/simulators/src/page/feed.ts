import { SimulatorError } from "../errors.ts";
import type { MessageIds, SentMessage, Simulator } from "../simulator.ts";
import { mediaOf, type UserMessage } from "../user-message.ts";
import type { SimulatorPlatform } from "../start.ts";
import { type HandledView, type PageActivity, viewActivity } from "./activity.ts";
import { typeOfMedia } from "./media-type.ts";

/** One message of a chat, from either side. */
interface ChatMessage {
  kind: "message";
  platform: SimulatorPlatform;
  /** The person whose chat it stands in. */
  user: string;
  by: "person" | "bot";
  /** Milliseconds since 1970. */
  at: number;
  type: SentMessage["type"];
  /** A person's message: the id by which {@link HandledView} names it. */
  id?: string;
  text?: string;
  /** The text of the message that this one answers. */
  quotes?: string;
  /** Where the file is on this server. */
  media?: { url: string; name: string; size: number };
  /** `false`: the platform has taken it, but the person's app does not show it. */
  shown?: boolean;
}

/** A file of a chat. */
interface Media {
  platform: SimulatorPlatform;
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** All that happens in the simulated chats, in its order; kept as long as the simulators keep it. */
export interface Feed {
  /** A person has said something. */
  addSaid(platform: SimulatorPlatform, message: UserMessage, said: MessageIds): void;
  addHandled(activity: PageActivity): void;
  /** Takes up what the bot sends, until the simulator is closed. */
  follow(platform: SimulatorPlatform, simulator: Simulator): Promise<void>;
  /** What came from this place on. */
  since(place: number): readonly (ChatMessage | HandledView)[];
  /** A file by the number in its address. */
  media(platform: SimulatorPlatform, number: string): Media | undefined;
}

/** The longest timer there is. */
const LONG_MS = 2 ** 31 - 1;

/** Makes an empty {@link Feed}. */
export function createFeed(): Feed {
  const entries: (ChatMessage | HandledView)[] = [];
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
      media.push({ platform: message.platform, bytes, type: typeOfMedia(bytes, mime) });
    }
    entries.push(entry);
  }

  return {
    addSaid(platform, message, { id }) {
      const { from: user, caption, quote } = message;
      const isText = "text" in message;
      const { type, media: file } = isText ? { type: "text" as const } : mediaOf(message);
      const text = isText ? message.text : caption;
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
    addHandled(activity) {
      entries.push(viewActivity(activity));
    },
    async follow(platform, simulator) {
      let seen = simulator.sent().length;
      while (true) {
        try {
          const sent = await simulator.waitForSent(seen + 1, { timeoutMs: LONG_MS });
          for (const { to: user, type, text, quotes, bytes, name, shown } of sent.slice(seen)) {
            const quoted = quotes?.text;
            const common = { platform, user, by: "bot" as const, type };
            addMessage(
              {
                ...common,
                ...(shown === false ? { shown } : {}),
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
    media(platform, number) {
      const found = media[Number(number)];
      return found?.platform === platform ? found : undefined;
    },
  };
}
