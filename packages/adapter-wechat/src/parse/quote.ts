import { createHash } from "node:crypto";
import {
  fieldsOf,
  isFields,
  isObject,
  KIND_LABELS,
  textOf,
  toQuoteFields,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { MessageType } from "@botwright/core";
import { withoutUrls } from "../media/reference.ts";
import {
  idOf,
  ITEM_TYPES,
  itemsOf,
  MEDIA_FIELDS,
  type MessageItem,
  type PartialText,
  type ReferencedMessage,
  type TextItem,
  type VoiceItem,
  type WeixinMessage,
} from "../wire.ts";

type QuoteFields = ReturnType<typeof toQuoteFields>;

/** A message in the form that the adapter stores for quotes, because newer servers send only a quoted message's id. */
export interface QuotableText {
  readonly type: MessageType;
  readonly text: string;
  /** Name of its sender; `""` when unknown. */
  readonly title: string;
}

/** The quote is a field of an item of any type, not of the message. */
function findReference(
  message: Unchecked<WeixinMessage>,
): Unchecked<ReferencedMessage> | undefined {
  const references = itemsOf(message).map((item) => item.ref_msg);
  return references.find((found) => isFields<ReferencedMessage>(found));
}

/** The ids under which the quoted message may be stored. */
export function quotedIds(message: Unchecked<WeixinMessage>): string[] {
  const { svr_id: serverId, message_item: item } = findReference(message) ?? {};
  const ids = [serverId, fieldsOf<MessageItem>(item).msg_id].map(idOf);
  return [...new Set(ids)].filter((id) => id !== "");
}

/**
 * Reads the quote of a message, from the quote's own fields first, then from the stored message.
 *
 * @param userText The text of the message itself.
 */
export function readQuote(
  message: Unchecked<WeixinMessage>,
  kept: QuotableText | undefined,
  userText: string,
): QuoteFields | undefined {
  const reference = findReference(message);
  if (reference === undefined) return undefined;
  const { message_item: quoted } = reference;
  const item = isFields<MessageItem>(quoted) ? quoted : null;
  const shown = withoutUrls(item);
  const title = textOf(reference.title);
  const whole = wordsOf(item) || (kept?.text ?? "");
  const part = selectPart(whole, fieldsOf<PartialText>(reference.partial_text));
  const text = part || whole || labelOf(item, kept);
  if (text !== "") {
    return toQuoteFields({ title: title || (kept?.title ?? ""), text, item: shown }, userText);
  }
  // Some servers send a summary as the title instead of a name; without a text, the summary is the text.
  const fields = toQuoteFields({ title: "", text: title || undefined, item: shown }, userText);
  return { ...fields, quotedMessage: { ...fields.quotedMessage, title } };
}

function wordsOf(item: Unchecked<MessageItem> | null): string {
  if (item === null) return "";
  return (
    textOf(fieldsOf<TextItem>(item.text_item).text) ||
    textOf(fieldsOf<VoiceItem>(item.voice_item).text)
  );
}

const KINDS = ["image", "voice", "video", "file"] as const;

function labelOf(item: Unchecked<MessageItem> | null, kept: QuotableText | undefined): string {
  const kind = KINDS.find(
    (name) =>
      item !== null && (item.type === ITEM_TYPES[name] || isObject(item[MEDIA_FIELDS[name]])),
  );
  if (kind !== undefined) return KIND_LABELS[kind];
  return kept === undefined || kept.type === "text" ? "" : KIND_LABELS[kept.type];
}

/** The most character comparisons in a search for the ends of a selected part: some milliseconds. */
const MAX_COMPARED = 10_000_000;

/**
 * The part of a text that the person selected: from an occurrence of `start` to the end of an occurrence of
 * `end`, both counted from 0. Some servers count occurrences of `end` in the whole text, others only after `start`: the
 * MD5 decides. `""` when neither fits.
 */
function selectPart(whole: string, partial: Unchecked<PartialText>): string {
  const { start, end, startindex, endindex, quotemd5 } = partial;
  if (typeof start !== "string" || typeof end !== "string" || start === "" || end === "") return "";
  // Searching a part in a text takes the product of their lengths in the worst case.
  if (whole.length * Math.max(start.length, end.length) > MAX_COMPARED) return "";
  const from = occurrence(whole, start, startindex, 0);
  if (from < 0) return "";
  const behind = from + start.length;
  const digest = textOf(quotemd5).toLowerCase();
  const candidates = [
    occurrence(whole, end, endindex, 0),
    occurrence(whole, end, endindex, behind),
  ].flatMap((at) => (at < from ? [] : [whole.slice(from, at + end.length)]));
  const found = candidates.find((text) => digest === "" || md5(text) === digest);
  return found ?? "";
}

function occurrence(text: string, part: string, index: unknown, from: number): number {
  if (typeof index !== "number" || !Number.isSafeInteger(index) || index < 0) return -1;
  let at = text.indexOf(part, from);
  for (let left = index; left > 0 && at >= 0; left--) at = text.indexOf(part, at + part.length);
  return at;
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
