import {
  fieldsOf,
  isFields,
  isObject,
  numberOf,
  parseJson,
  textOf,
  type Unchecked,
} from "@botwright/adapter-kit";
import type { MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference, type ResourceType } from "./media.ts";
import { fillMentions, isBot, type MentionSource, readMentions } from "./parse-mentions.ts";
import type {
  AudioContent,
  Contents,
  FileContent,
  ImageContent,
  PostContent,
  PostElement,
  TextContent,
  VideoContent,
} from "./wire.ts";

/** The fields of a message that its content decides. */
export type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** The fields of a message that {@link readContent} works with. */
export interface ContentSource extends MentionSource {
  readonly messageId: string;
  /** A key of {@link Contents}; other types are not delivered. */
  readonly type: string;
  /** JSON text. */
  readonly content: string;
}

/** The types of messages that are delivered. */
export const KINDS: ReadonlySet<string> = new Set<keyof Contents>([
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
    case "text": {
      const { text } = fieldsOf<TextContent>(value);
      return typeof text === "string"
        ? { type: "text", text: fillMentions(text, source) }
        : undefined;
    }
    case "post":
      return readPost(value, source);
    case "image": {
      const { image_key } = fieldsOf<ImageContent>(value);
      return withKey(image_key, (key) => ({
        type: "image",
        text: "",
        image: readImage(source, key),
      }));
    }
    case "file": {
      const { file_key, file_name } = fieldsOf<FileContent>(value);
      return withKey(file_key, (key) => ({
        type: "file",
        text: "",
        file: {
          file_name: textOf(file_name) || "file",
          len: 0,
          md5: "",
          media: readMedia(source, key, "file"),
        },
      }));
    }
    case "audio": {
      const { file_key, duration } = fieldsOf<AudioContent>(value);
      return withKey(file_key, (key) => ({
        type: "voice",
        text: "",
        voice: { playtime: numberOf(duration), text: "", media: readMedia(source, key, "file") },
      }));
    }
    case "media":
    case "video": {
      const { file_key, duration } = fieldsOf<VideoContent>(value);
      return withKey(file_key, (key) => ({
        type: "video",
        text: "",
        video: readVideo(source, key, numberOf(duration)),
      }));
    }
    default:
      return undefined;
  }
}

/** Rich text as its text and first picture; without any text as the first picture or video. */
function readPost(value: object, source: ContentSource): Content | undefined {
  const post = findPost(value);
  if (post === undefined) return undefined;
  const paragraphs = post.content.map((elements) => elements.filter(isFields<PostElement>));
  const lines = paragraphs.map((elements) => {
    const line = elements.map((element) => elementText(element, source)).join("");
    return line.trim() === "" ? "" : line;
  });
  const text = [textOf(post.title), ...lines].join("\n").replaceAll(/^\n+|\n+$/g, "");
  const all = paragraphs.flat();
  const imageKey = keyIn(all, "img", "image_key");
  const fileKey = keyIn(all, "media", "file_key");
  const image = imageKey === undefined ? undefined : readImage(source, imageKey);
  if (text.trim() !== "") return { type: "text", text, ...(image !== undefined && { image }) };
  if (image !== undefined) return { type: "image", text: "", image };
  if (fileKey === undefined) return undefined;
  return { type: "video", text: "", video: readVideo(source, fileKey, 0) };
}

/** A received post is the object itself; one that was sent is in a field per language, as `zh_cn`. */
function findPost(value: object): { title: unknown; content: unknown[][] } | undefined {
  for (const each of [value, ...Object.values(value)]) {
    const { title, content } = fieldsOf<PostContent>(each);
    if (!Array.isArray(content)) continue;
    return { title, content: content.filter((paragraph) => Array.isArray(paragraph)) };
  }
  return undefined;
}

function elementText(element: Unchecked<PostElement>, source: ContentSource): string {
  const text = textOf(element.text);
  switch (element.tag) {
    case "a": {
      const href = textOf(element.href);
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

function mentionIn(element: Unchecked<PostElement>, source: ContentSource): string {
  const user = textOf(element.user_id);
  if (user === "all" || user === "all_members") return "@all";
  const known = readMentions(source.mentions).find(
    ({ key, id }) => user !== "" && (key === user || id === user),
  );
  if (isBot(known?.id ?? user, source)) return "";
  const name = textOf(element.user_name) || (known?.name ?? "");
  return name === "" ? "" : `@${name}`;
}

/** The first key in this field of the elements with this tag. */
function keyIn(
  elements: readonly Unchecked<PostElement>[],
  tag: PostElement["tag"],
  field: "image_key" | "file_key",
): string | undefined {
  return elements
    .filter((element) => element.tag === tag)
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
