import { createHash } from "node:crypto";
import {
  isObject,
  KIND_LABELS,
  objectOf,
  objectsOf,
  textOf,
  toQuoteFields,
  type WireObject,
} from "@botwright/adapter-kit";
import type { MessageType } from "@botwright/core";
import { withoutUrls } from "./media-reference.ts";
import { idOf, ITEM_TYPES } from "./wire.ts";

type QuoteFields = ReturnType<typeof toQuoteFields>;

/** What is kept of a message, so that a later quote of its id finds it. */
export interface KeptMessage {
  readonly type: MessageType;
  readonly text: string;
  /** Name of its sender; `""` when unknown. */
  readonly title: string;
}

/** The quote hangs on an item of any type, not on the message. */
function findReference(message: WireObject): WireObject | undefined {
  const items = objectsOf(message["item_list"]);
  return items.map((item) => item["ref_msg"]).find(isObject);
}

/** The ids by which the quoted message may be known. */
export function quotedIds(message: WireObject): string[] {
  const reference = objectOf(findReference(message));
  const ids = [reference["svr_id"], objectOf(reference["message_item"])["msg_id"]].map(idOf);
  return [...new Set(ids)].filter((id) => id !== "");
}

/**
 * What a message quotes. Newer servers give no more than an id: `kept` is then all that is known.
 *
 * @param userText The words of the message itself.
 */
export function readQuote(
  message: WireObject,
  kept: KeptMessage | undefined,
  userText: string,
): QuoteFields | undefined {
  const reference = findReference(message);
  if (reference === undefined) return undefined;
  const item = isObject(reference["message_item"]) ? reference["message_item"] : null;
  const shown = withoutUrls(item);
  const title = textOf(reference["title"]);
  const whole = wordsOf(item) || (kept?.text ?? "");
  const part = selectPart(whole, objectOf(reference["partial_text"]));
  const text = part || whole || labelOf(item, kept);
  if (text !== "") {
    return toQuoteFields({ title: title || (kept?.title ?? ""), text, item: shown }, userText);
  }
  // Some servers put a summary, not a name, into the title: then it is the text as well.
  const fields = toQuoteFields({ title: "", text: title || undefined, item: shown }, userText);
  return { ...fields, quotedMessage: { ...fields.quotedMessage, title } };
}

function wordsOf(item: WireObject | null): string {
  if (item === null) return "";
  return (
    textOf(objectOf(item["text_item"])["text"]) || textOf(objectOf(item["voice_item"])["text"])
  );
}

const KINDS = ["image", "voice", "video", "file"] as const;

function labelOf(item: WireObject | null, kept: KeptMessage | undefined): string {
  const kind = KINDS.find(
    (name) =>
      item !== null && (item["type"] === ITEM_TYPES[name] || isObject(item[`${name}_item`])),
  );
  if (kind !== undefined) return KIND_LABELS[kind];
  return kept === undefined || kept.type === "text" ? "" : KIND_LABELS[kept.type];
}

/**
 * The words that the person marked: from one occurrence of `start` to one of `end`, both counted
 * from 0. Servers count `end` over the whole text or from behind `start`; the digest tells which.
 */
function selectPart(whole: string, partial: WireObject): string {
  const { start, end, startindex, endindex, quotemd5 } = partial;
  if (typeof start !== "string" || typeof end !== "string" || start === "" || end === "") return "";
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
