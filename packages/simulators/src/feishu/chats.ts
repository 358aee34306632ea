import { createHash, randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import type { FeishuMessage, FeishuSender } from "./wire.ts";

/** A person and their private chat with the bot. */
export interface Person {
  readonly openId: string;
  readonly unionId: string;
  readonly chatId: string;
  name: string;
}

/** A stored message. */
export interface StoredMessage {
  /** An edit replaces this. */
  message: FeishuMessage;
  /** The open_id of the person in this chat. */
  readonly user: string;
  /** The text that it shows, by which quotes find it. */
  text: string | undefined;
  /** For a forward: the messages in it, which are read by its id. */
  readonly forwarded: readonly FeishuMessage[];
  /** The files that are downloaded by its id. */
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly reactions: Map<string, Reaction>;
  recalled: boolean;
}

/** A file that a person has sent or the bot has uploaded. */
export interface StoredFile {
  readonly kind: "image" | "file";
  readonly bytes: Uint8Array;
  readonly name: string | undefined;
  readonly mime: string | undefined;
  /** For an upload of the bot: `mp4`, `opus`, … */
  readonly fileType?: string;
}

/** A reaction of the bot. */
export interface Reaction {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The parts of a new message. */
export interface NewMessage {
  readonly user: string;
  readonly sender: FeishuSender;
  readonly type: string;
  readonly content: string;
  readonly chatId?: string;
  readonly parent?: FeishuMessage | undefined;
  readonly text?: string | undefined;
  readonly files?: ReadonlyMap<string, StoredFile>;
  readonly mentions?: readonly object[];
  readonly forwarded?: readonly ForwardedMessage[];
  readonly at: number;
}

/** A message in a forward. */
export interface ForwardedMessage {
  readonly sender: FeishuSender;
  readonly type: string;
  readonly content: string;
  /** The messages in it, when it is itself a forward. */
  readonly forwarded?: readonly ForwardedMessage[];
}

/** The people who have met the bot, and all messages. */
export class Chats {
  readonly #people = new Map<string, Person>();
  readonly #messages = new Map<string, StoredMessage>();

  /** The person, created now if they are new. */
  person(openId: string, name?: string): Person {
    const known = this.#people.get(openId);
    if (known !== undefined) {
      if (name !== undefined) known.name = name;
      return known;
    }
    if (!/^ou_\w+$/.test(openId)) {
      throw new SimulatorError(
        "INVALID_INPUT",
        `"${openId}" cannot be a Feishu open_id; use one that begins with ou_, such as "ou_1001".`,
      );
    }
    const digest = createHash("sha256").update(openId).digest("hex").slice(0, 32);
    const person: Person = {
      openId,
      unionId: `on_${digest}`,
      chatId: `oc_${digest}`,
      name: name ?? "",
    };
    this.#people.set(openId, person);
    return person;
  }

  people(): { id: string; name: string }[] {
    return Array.from(this.#people.values(), ({ openId: id, name }) => ({ id, name: name || id }));
  }

  /** The person that a call names by one of their ids. */
  find(type: string, id: string): Person | undefined {
    if (type === "open_id") return this.#people.get(id);
    const field = ({ union_id: "unionId", chat_id: "chatId" } as const)[type];
    if (field === undefined) return undefined;
    return [...this.#people.values()].find((person) => person[field] === id);
  }

  add(given: NewMessage): StoredMessage {
    const { user, sender, type, content, parent, text, files, mentions = [], at } = given;
    const id = newMessageId();
    const chatId = given.chatId ?? this.person(user).chatId;
    const kept: StoredMessage = {
      message: {
        message_id: id,
        ...(parent !== undefined && {
          root_id: parent.root_id ?? parent.message_id,
          parent_id: parent.message_id,
        }),
        msg_type: type,
        create_time: String(at),
        update_time: String(at),
        deleted: false,
        updated: false,
        chat_id: chatId,
        sender,
        body: { content },
        mentions,
      },
      user,
      text,
      forwarded: listForwarded(given.forwarded ?? [], id, { chatId, at }),
      files: files ?? new Map(),
      reactions: new Map(),
      recalled: false,
    };
    this.#messages.set(kept.message.message_id, kept);
    return kept;
  }

  message(id: string): StoredMessage | undefined {
    return this.#messages.get(id);
  }

  /** The newest message with exactly this text in the person's private chat. */
  withText(user: string, text: string, author?: string): StoredMessage | undefined {
    const { chatId } = this.person(user);
    return [...this.#messages.values()].findLast(
      ({ message, text: shown }) =>
        message.chat_id === chatId &&
        shown === text &&
        (author === undefined || message.sender.id === author),
    );
  }
}

function newMessageId(): string {
  return `om_${randomBytes(16).toString("hex")}`;
}

/** The messages of a forward in one list; each names the forward that contains it. */
function listForwarded(
  messages: readonly ForwardedMessage[],
  upperId: string,
  where: { readonly chatId: string; readonly at: number },
): FeishuMessage[] {
  return messages.flatMap(({ sender, type, content, forwarded = [] }) => {
    const id = newMessageId();
    const message: FeishuMessage = {
      message_id: id,
      upper_message_id: upperId,
      msg_type: type,
      create_time: String(where.at),
      update_time: String(where.at),
      deleted: false,
      updated: false,
      chat_id: where.chatId,
      sender,
      body: { content },
      mentions: [],
    };
    return [message, ...listForwarded(forwarded, id, where)];
  });
}
