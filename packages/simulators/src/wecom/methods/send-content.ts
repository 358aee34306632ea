import { isRecord } from "../../http/http.ts";
import type { SentMessage } from "../../simulator.ts";
import { WireError } from "../answer.ts";
import { isMediaType } from "./media.ts";
import type { WecomState } from "../state.ts";

/** The part of a message that people see. */
type Content = Pick<SentMessage, "type" | "text" | "bytes" | "name">;

const MAX_TEXT_BYTES = 2048;
const MAX_ARTICLES = 8;

/** The kinds without media, each with a function that turns its content into a text. */
const TEXTS: ReadonlyMap<string, (content: Record<string, unknown>) => string> = new Map([
  ["text", (content) => shownText(readText(content))],
  ["markdown", readText],
  ["textcard", readCard],
  ["news", readNews],
]);

/** Reads the content of a message under the name of its msgtype. @throws WireError */
export function readContent(state: WecomState, message: Record<string, unknown>): Content {
  const { msgtype } = message;
  if (typeof msgtype !== "string") throw new WireError(40008);
  const toText = TEXTS.get(msgtype);
  if (toText === undefined && !isMediaType(msgtype)) throw new WireError(40008);
  const content = message[msgtype];
  if (!isRecord(content)) throw new WireError(40058);
  if (toText !== undefined) return { type: "text", text: toText(content) };
  if (!isMediaType(msgtype)) throw new WireError(40008);
  const { media_id: id } = content;
  const media = state.media.get(typeof id === "string" ? id : "");
  if (media.type !== msgtype) throw new WireError(40007);
  return { type: msgtype, bytes: media.bytes, name: media.name };
}

function readText({ content: text }: Record<string, unknown>): string {
  if (typeof text !== "string" || text === "") throw new WireError(44004);
  return cutText(text);
}

/** The text that people see: links show only their text, and the word joiner that disables a link disappears. */
function shownText(text: string): string {
  return text.replaceAll(/<a\s[^<>]*>([^<]*)<\/a>/gi, "$1").replaceAll("<\u2060", "<");
}

/** A card with a title, a description and a URL, all of them required. */
function readCard({ title, description, url }: Record<string, unknown>): string {
  return [title, description, url].map(required).join("\n");
}

/** One to eight articles, each of which needs a title. */
function readNews({ articles }: Record<string, unknown>): string {
  if (!Array.isArray(articles) || articles.length === 0 || articles.length > MAX_ARTICLES) {
    throw new WireError(40058);
  }
  const list: unknown[] = articles;
  return list.map(readArticle).join("\n");
}

function readArticle(article: unknown): string {
  if (!isRecord(article)) throw new WireError(40058);
  const { title, description, url } = article;
  const more = [description, url].filter((part) => typeof part === "string" && part !== "");
  return [required(title), ...more].join("\n");
}

function required(text: unknown): string {
  if (typeof text !== "string" || text === "") throw new WireError(40058);
  return text;
}

/** Cuts a text to 2048 bytes, as the platform does without an error. */
function cutText(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_TEXT_BYTES) break;
    end += character.length;
  }
  return text.slice(0, end);
}
