import { fieldsOf, isFields, objectsOf, textOf } from "@botwright/adapter-kit";
import type { Mention, UserIds } from "../wire.ts";

/** What {@link fillMentions} works with. */
export interface MentionSource {
  /** A list of {@link Mention}, unchecked. */
  readonly mentions: unknown;
  /** The bot's open_id; `""` when unknown. */
  readonly botOpenId: string;
}

/** A mention whose fields are checked; a field that is missing is `""`. */
export interface CheckedMention {
  /** The text that stands in its place, such as `@_user_1`. */
  readonly key: string;
  /** The open_id. */
  readonly id: string;
  readonly name: string;
}

/** Reads mentions. Events have all ids of a person, answers of the API only the open_id. */
export function readMentions(mentions: unknown): CheckedMention[] {
  return objectsOf(mentions).map((each) => {
    const { key, id, name } = fieldsOf<Mention>(each);
    const openId = isFields<UserIds>(id) ? id.open_id : id;
    return { key: textOf(key), id: textOf(openId), name: textOf(name) };
  });
}

/** Replaces the keys of mentions by `@` and the name, and removes mentions of the bot itself. */
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

/** Whether this is the open_id of the bot. */
export function isBot(id: string, { botOpenId }: Pick<MentionSource, "botOpenId">): boolean {
  return id !== "" && id === botOpenId;
}
