import { fieldsOf, isFields, objectsOf, textOf, type Unchecked } from "@botwright/adapter-kit";
import type {
  Checklist,
  Contact,
  Dice,
  Game,
  KnownMessage,
  Location,
  MessageContent,
  Poll,
  Sticker,
  Venue,
} from "../wire.ts";

/**
 * The text of a message of an unsupported kind; `""` when it has no known text. Never throws.
 *
 * @example
 * readOther({ dice: { emoji: "🎲", value: 4 } }); // "🎲 4"
 */
export function readOther(message: Unchecked<MessageContent>): string {
  // A venue also has a `location`, so it is tested first.
  if (isFields<Venue>(message.venue)) {
    const { title, address, location } = message.venue;
    return words(", ", [title, address]) + words("", [coordinates(location)], " ");
  }
  if (isFields<Location>(message.location)) return coordinates(message.location);
  if (isFields<Contact>(message.contact)) {
    const { first_name, last_name, phone_number } = message.contact;
    return words(" ", [first_name, last_name, phone_number]);
  }
  if (isFields<Poll>(message.poll)) return list(message.poll.question, message.poll.options);
  if (isFields<Checklist>(message.checklist)) {
    return list(message.checklist.title, message.checklist.tasks);
  }
  if (isFields<Dice>(message.dice)) {
    const { emoji, value } = message.dice;
    return words(" ", [emoji, typeof value === "number" ? String(value) : ""]);
  }
  if (isFields<Game>(message.game))
    return words("\n", [message.game.title, message.game.description]);
  return textOf(fieldsOf<Sticker>(message.sticker).emoji);
}

/** The fields of a message that do not belong to its content. */
const ENVELOPE: ReadonlySet<string> = new Set([
  "message_id",
  "message_thread_id",
  "from",
  "sender_chat",
  "chat",
  "date",
  "edit_date",
  "forward_origin",
  "forward_date",
  "reply_to_message",
  "external_reply",
  "quote",
  "reply_to_story",
  "via_bot",
  "media_group_id",
  "author_signature",
  "effect_id",
  "caption",
  "caption_entities",
  "reply_markup",
]);
/** The most characters of a kind's name in the log. */
const MAX_NAME = 64;

/** The name of a message's kind: the first field that is not in `ENVELOPE`. */
export function kindOf(message: KnownMessage): string {
  const kind = Object.keys(message).find((key) => !ENVELOPE.has(key));
  return kind?.slice(0, MAX_NAME) ?? "empty";
}

/** A heading, followed by a line for each entry. */
function list(heading: unknown, entries: unknown): string {
  const lines = objectsOf(entries).map((each) => fieldsOf<{ text: string }>(each).text);
  return words("\n", [heading, ...lines]);
}

function coordinates(given: unknown): string {
  const { latitude, longitude } = fieldsOf<Location>(given);
  const isPlace = Number.isFinite(latitude) && Number.isFinite(longitude);
  return isPlace ? `(${String(latitude)}, ${String(longitude)})` : "";
}

/** Joins the texts that are not blank, after `start`; `""` when there are none. */
function words(separator: string, texts: readonly unknown[], start = ""): string {
  const known = texts.map(textOf).filter((text) => text.trim() !== "");
  return known.length === 0 ? "" : start + known.join(separator);
}
