import { isObject, objectsOf, textOf } from "@botwright/adapter-kit";

/** What mentions are read with. */
export interface MentionSource {
  /** A list of `{ key, id, name }`; anything else is none. */
  readonly mentions: unknown;
  /** The bot's open_id; `""` when unknown. */
  readonly botOpenId: string;
}

/** Whom a message mentions; what is not known of them is `""`. */
export interface Mention {
  /** What stands for it in the text. */
  readonly key: string;
  /** The open_id. */
  readonly id: string;
  readonly name: string;
}

/** Events name a person by an object of ids, message calls by the open_id alone. */
export function readMentions(mentions: unknown): Mention[] {
  return objectsOf(mentions).map(({ key, id, name }) => ({
    key: textOf(key),
    id: isObject(id) ? textOf(id["open_id"]) : textOf(id),
    name: textOf(name),
  }));
}

/** Puts names in place of the keys of mentions; a mention of the bot itself goes away. */
export function fillMentions(text: string, source: MentionSource): string {
  const mentions = new Map(readMentions(source.mentions).map((each) => [each.key, each]));
  if (mentions.size === 0) return text;
  let dropped = false;
  const filled = text.replaceAll(/@_(?:user_\d+|all)/g, (key) => {
    const mention = mentions.get(key);
    if (mention === undefined) return key;
    if (!isBot(mention.id, source)) return `@${mention.name}`;
    dropped = true;
    return "";
  });
  return dropped ? filled.trim() : filled;
}

/** Whether it is the open_id of the bot. */
export function isBot(id: string, { botOpenId }: Pick<MentionSource, "botOpenId">): boolean {
  return id !== "" && id === botOpenId;
}
