import type { MessageTrace, Platform } from "@botwright/core";
import {
  mediaOf,
  type MessageIds,
  type SentMessage,
  type Simulator,
  type UserMessage,
} from "@botwright/simulators";
import { typeOfMedia } from "./media-type.ts";
import { type HandledView, viewTrace } from "./trace-view.ts";

/** One message of a chat, from either side, as JSON: a file is represented by its URL. */
interface ChatEntry {
  kind: "message";
  platform: Platform;
  /** The person whose chat contains the entry. */
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
  /** The URL of the file on this server. */
  media?: { url: string; name: string; size: number };
  /** `false`: the platform has accepted it, but the person's app does not show it. */
  shown?: boolean;
}

/** A file of a chat. */
interface Media {
  platform: Platform;
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** The messages and traces of the simulated chats, in order. Entries are kept until the page is discarded. */
export interface Feed {
  /** Adds a message of a person. */
  addUserMessage(platform: Platform, message: UserMessage, ids: MessageIds): void;
  addHandled(platform: Platform, trace: MessageTrace): void;
  /** Adds the messages that the bot sends from now on, until the result is disposed. */
  follow(platform: Platform, simulator: Pick<Simulator, "sent" | "onChange">): Disposable;
  /** The entries from this position on. */
  since(position: number): readonly (ChatEntry | HandledView)[];
  /** The file with this number in its URL. */
  media(platform: Platform, number: string): Media | undefined;
}

/** Creates an empty {@link Feed}. @param onChange called after each new entry */
export function createFeed(onChange: () => void): Feed {
  const entries: (ChatEntry | HandledView)[] = [];
  const media: Media[] = [];

  function add(entry: ChatEntry | HandledView): void {
    entries.push(entry);
    onChange();
  }

  function addMessage(
    message: Omit<ChatEntry, "kind" | "at" | "media">,
    file: { bytes: Uint8Array; name?: string | undefined; mime?: string | undefined } | undefined,
  ): void {
    const entry: ChatEntry = { kind: "message", at: Date.now(), ...message };
    if (file !== undefined) {
      const { name = message.type, mime } = file;
      const bytes = new Uint8Array(file.bytes);
      // Relative to the page, which may be mounted below a path.
      const url = `simulators/${message.platform}/media/${media.length}`;
      entry.media = { url, name, size: bytes.length };
      media.push({ platform: message.platform, bytes, type: typeOfMedia(bytes, mime) });
    }
    add(entry);
  }

  function addSentMessage(platform: Platform, message: SentMessage): void {
    const { to: user, type, text, quotes, bytes, name, shown } = message;
    addMessage(
      {
        platform,
        user,
        by: "bot",
        type,
        ...(shown === false ? { shown } : {}),
        ...(text === undefined ? {} : { text }),
        ...(quotes?.text === undefined ? {} : { quotes: quotes.text }),
      },
      bytes === undefined ? undefined : { bytes, name },
    );
  }

  return {
    addUserMessage(platform, message, { id }) {
      const { from: user, caption, quote } = message;
      const isText = "text" in message;
      const { type, media: file } = isText ? { type: "text" as const } : mediaOf(message);
      const text = isText ? message.text : (caption ?? file?.transcription);
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
    addHandled(platform, trace) {
      add(viewTrace(platform, trace));
    },
    follow(platform, simulator) {
      let seen = simulator.sent().length;
      return simulator.onChange(() => {
        const sent = simulator.sent();
        const news = sent.slice(seen);
        seen = sent.length;
        for (const message of news) addSentMessage(platform, message);
      });
    },
    since: (position) => entries.slice(position),
    media(platform, number) {
      const found = media[Number(number)];
      return found?.platform === platform ? found : undefined;
    },
  };
}
