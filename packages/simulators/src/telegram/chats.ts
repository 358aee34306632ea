import { SimulatorError } from "../errors.ts";
import { badRequest, WireError } from "./answer.ts";
import { orderMessage } from "./factory.ts";
import type { TelegramChat, TelegramMessage, TelegramUser } from "./wire.ts";

/** One chat with its messages. Message ids count from 1 in every chat. */
export class Chat {
  info: TelegramChat;
  readonly #messages = new Map<number, TelegramMessage>();
  #lastId = 0;

  constructor(info: TelegramChat) {
    this.info = info;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  keep(message: TelegramMessage): TelegramMessage {
    const ordered = orderMessage(message);
    this.#lastId = Math.max(this.#lastId, message.message_id);
    this.#messages.set(message.message_id, ordered);
    return ordered;
  }

  message(id: number): TelegramMessage | undefined {
    return this.#messages.get(id);
  }

  /** The newest message with exactly this text or caption, of any author or a given one. */
  withText(text: string, author?: number): TelegramMessage | undefined {
    return [...this.#messages.values()].findLast(
      (message) =>
        (message.text ?? message.caption) === text &&
        (author === undefined || message.from?.id === author),
    );
  }
}

/** The people who have met the bot, and their chats. */
export class Chats {
  readonly #people = new Map<number, TelegramUser>();
  readonly #chats = new Map<number, Chat>();

  /**
   * Makes a person known, with their private chat. The first word of the name is the first name; without a name a
   * known person keeps theirs.
   */
  introduce(id: string, name?: string): void {
    this.add(name === undefined ? this.person(id) : newUser(id, name));
  }

  /** Makes a person known with the given fields, with their private chat. */
  add(user: TelegramUser): void {
    this.#people.set(user.id, user);
    this.privateChat(user);
  }

  people(): { id: string; name: string }[] {
    return Array.from(this.#people.values(), ({ id, first_name: first, last_name: last }) => ({
      id: String(id),
      name: last === undefined ? first : `${first} ${last}`,
    }));
  }

  /** The person, created now if they are new. */
  person(id: string): TelegramUser {
    const known = this.#people.get(Number(id));
    if (known !== undefined) return known;
    const user = newUser(id);
    this.#people.set(user.id, user);
    return user;
  }

  /** The chat, created now if it is new. */
  open(info: TelegramChat): Chat {
    const known = this.#chats.get(info.id);
    if (known !== undefined) return known;
    const chat = new Chat(info);
    this.#chats.set(info.id, chat);
    return chat;
  }

  /** The private chat of a person, with their current name. */
  privateChat({ id, first_name, last_name, username }: TelegramUser): Chat {
    const info: TelegramChat = { id, first_name, last_name, username, type: "private" };
    const chat = this.open(info);
    chat.info = info;
    return chat;
  }

  /** The chat that a bot names. @throws WireError when it is missing or unknown. */
  find(chatId: string): Chat {
    if (chatId === "") throw badRequest("chat_id is empty");
    const id = /^-?\d+$/.test(chatId) ? Number(chatId) : Number.NaN;
    const chat = this.#chats.get(id);
    if (chat !== undefined) return chat;
    if (this.#people.has(id)) {
      throw new WireError(403, "bot can't initiate conversation with a user");
    }
    throw badRequest("chat not found");
  }
}

function newUser(id: string, name?: string): TelegramUser {
  const [first, ...rest] = name === undefined ? [`User ${id}`] : name.trim().split(/\s+/);
  return {
    id: userId(id),
    is_bot: false,
    first_name: first ?? id,
    last_name: rest.length > 0 ? rest.join(" ") : undefined,
    language_code: "en",
  };
}

function userId(text: string): number {
  const id = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id;
  throw new SimulatorError(
    "INVALID_INPUT",
    `"${text}" cannot be a Telegram user id; use a positive whole number as text, such as "1001".`,
  );
}
