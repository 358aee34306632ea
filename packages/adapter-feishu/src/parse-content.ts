import { isObject, numberOf, parseJson, textOf, type WireObject } from "@botwright/adapter-kit";
import type { MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference, type ResourceType } from "./media.ts";
import { fillMentions, isBot, type MentionSource, readMentions } from "./parse-mentions.ts";

/** What a message is about. */
export type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** What a content is read with. */
export interface ContentSource extends MentionSource {
  readonly messageId: string;
  /** `text`, `post`, `image`, … */
  readonly type: string;
  /** JSON. */
  readonly content: string;
}

/** The kinds that are delivered. */
export const KINDS: ReadonlySet<string> = new Set([
  "text",
  "post",
  "image",
  "file",
  "audio",
  "media",
  "video",
]);

/** Reads the content of a message; `undefined` when it is none of the five kinds. Never throws. */
export function readContent(source: ContentSource): Content | undefined {
  const value = parseJson(source.content);
  if (!isObject(value)) return undefined;
  switch (source.type) {
    case "text":
      return typeof value["text"] === "string"
        ? { type: "text", text: fillMentions(value["text"], source) }
        : undefined;
    case "post":
      return readPost(value, source);
    case "image":
      return withKey(value["image_key"], (key) => ({
        type: "image",
        text: "",
        image: readImage(source, key),
      }));
    case "file":
      return withKey(value["file_key"], (key) => ({
        type: "file",
        text: "",
        file: {
          file_name: textOf(value["file_name"]) || "file",
          len: 0,
          md5: "",
          media: readMedia(source, key, "file"),
        },
      }));
    case "audio":
      return withKey(value["file_key"], (key) => ({
        type: "voice",
        text: "",
        voice: {
          playtime: numberOf(value["duration"]),
          text: "",
          media: readMedia(source, key, "file"),
        },
      }));
    case "media":
    case "video":
      return withKey(value["file_key"], (key) => ({
        type: "video",
        text: "",
        video: readVideo(source, key, numberOf(value["duration"])),
      }));
    default:
      return undefined;
  }
}

/** Rich text: its words, and the first picture or else video in it. */
function readPost(value: WireObject, source: ContentSource): Content | undefined {
  const post = findPost(value);
  if (post === undefined) return undefined;
  const paragraphs = post.content.map((elements) => elements.filter(isObject));
  const words = paragraphs.map((elements) => {
    const line = elements.map((element) => elementText(element, source)).join("");
    return line.trim() === "" ? "" : line;
  });
  const text = [textOf(post.title), ...words].join("\n").replaceAll(/^\n+|\n+$/g, "");
  const all = paragraphs.flat();
  const imageKey = keyIn(all, "img", "image_key");
  const fileKey = keyIn(all, "media", "file_key");
  const image = imageKey === undefined ? undefined : readImage(source, imageKey);
  if (text.trim() !== "") return { type: "text", text, ...(image !== undefined && { image }) };
  if (image !== undefined) return { type: "image", text: "", image };
  if (fileKey === undefined) return undefined;
  return { type: "video", text: "", video: readVideo(source, fileKey, 0) };
}

/** A post is received bare; sent ones have a layer of languages around it. */
function findPost(value: WireObject): { title: unknown; content: unknown[][] } | undefined {
  const post = [value, ...Object.values(value)].find(
    (each): each is WireObject => isObject(each) && Array.isArray(each["content"]),
  );
  const content = post?.["content"];
  if (post === undefined || !Array.isArray(content)) return undefined;
  return { title: post["title"], content: content.filter((line) => Array.isArray(line)) };
}

function elementText(element: WireObject, source: ContentSource): string {
  const text = textOf(element["text"]);
  switch (element["tag"]) {
    case "a": {
      const href = textOf(element["href"]);
      return text === href ? text : [text, href].filter(Boolean).join(" ");
    }
    case "at":
      return mentionIn(element, source);
    case "code_block":
      return text;
    case "hr":
      return "\n";
    default:
      return fillMentions(text, source);
  }
}

function mentionIn(element: WireObject, source: ContentSource): string {
  const user = textOf(element["user_id"]);
  if (user === "all" || user === "all_members") return "@all";
  const known = readMentions(source.mentions).find(
    ({ key, id }) => user !== "" && (key === user || id === user),
  );
  if (isBot(known?.id ?? user, source)) return "";
  const name = textOf(element["user_name"]) || (known?.name ?? "");
  return name === "" ? "" : `@${name}`;
}

function keyIn(elements: readonly WireObject[], tag: string, field: string): string | undefined {
  return elements
    .filter((element) => element["tag"] === tag)
    .map((element) => textOf(element[field]))
    .find((key) => key !== "");
}

function withKey(key: unknown, make: (key: string) => Content): Content | undefined {
  return typeof key === "string" && key !== "" ? make(key) : undefined;
}

function readImage(source: ContentSource, key: string): NonNullable<ParsedMessage["image"]> {
  const media = readMedia(source, key, "image");
  return { thumb_width: 0, thumb_height: 0, mid_size: 0, media };
}

function readVideo(
  source: ContentSource,
  key: string,
  durationMs: number,
): NonNullable<ParsedMessage["video"]> {
  return {
    play_length: Math.round(durationMs / 1000),
    video_size: 0,
    thumb_width: 0,
    thumb_height: 0,
    media: readMedia(source, key, "file"),
  };
}

function readMedia({ messageId }: ContentSource, key: string, type: ResourceType): MediaReference {
  const reference = formatReference({ messageId, key, type });
  return { encrypt_query_param: reference, message_id: messageId, file_key: key, type };
}
