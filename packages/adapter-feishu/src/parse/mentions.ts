import { cutText } from "@botwright/core";
import { fieldsOf, isFields, objectsOf, textOf } from "@botwright/adapter-kit";
import type { Mention, UserIds } from "../wire.ts";

/** The input of {@link createMentions}. */
export interface MentionSource {
  /** A list of {@link Mention}, unchecked. */
  readonly mentions: unknown;
  /** The bot's open_id; `""` when unknown. */
  readonly botOpenId: string;
}

/** A mention with checked fields; a missing field is `""`. */
export interface CheckedMention {
  /** The placeholder in the text, such as `@_user_1`. */
  readonly key: string;
  /** The open_id. */
  readonly id: string;
  readonly name: string;
}

/** The mentions of one message. */
export interface Mentions {
  /** Replaces the placeholders by `@` and the name, and removes mentions of the bot itself. */
  fill(text: string): string;
  /** The mention with this key or open_id; `undefined` when there is none. */
  find(user: string): CheckedMention | undefined;
  /** Whether this is the open_id of the bot. */
  isBot(id: string): boolean;
}

/**
 * The most characters of a name. A text may have a placeholder tens of thousands of times, each replaced by the name.
 */
const MAX_NAME = 100;

/** Reads mentions. In events `id` has all ids of a person, in answers of the API it is the open_id. */
export function readMentions(mentions: unknown): CheckedMention[] {
  return objectsOf(mentions).map((each) => {
    const { key, id, name } = fieldsOf<Mention>(each);
    const openId = isFields<UserIds>(id) ? id.open_id : id;
    return {
      key: textOf(key),
      id: textOf(openId),
      name: cutText(textOf(name), MAX_NAME),
    };
  });
}

/** Reads the mentions of a message once, for all elements of its text. */
export function createMentions({ mentions, botOpenId }: MentionSource): Mentions {
  const checked = readMentions(mentions);
  const byKey = new Map(checked.map((each) => [each.key, each]));
  // The first of several with the same key or open_id counts; a `Map` keeps the last entry, hence the reversal.
  const byUser = new Map(
    checked.toReversed().flatMap((each) => [[each.id, each] as const, [each.key, each] as const]),
  );

  function isBot(id: string): boolean {
    return id !== "" && id === botOpenId;
  }

  return {
    fill(text) {
      if (byKey.size === 0) return text;
      let dropped = false;
      const filled = text.replaceAll(/@_(?:user_\d+|all)/g, (key) => {
        const mention = byKey.get(key);
        if (mention === undefined) return key;
        if (!isBot(mention.id)) return `@${mention.name}`;
        dropped = true;
        return "";
      });
      return dropped ? filled.trim() : filled;
    },
    find: (user) => (user === "" ? undefined : byUser.get(user)),
    isBot,
  };
}
