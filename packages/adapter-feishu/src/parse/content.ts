import { fieldsOf, isObject, numberOf, parseJson, textOf } from "@botwright/adapter-kit";
import type { MediaReference, ParsedMessage } from "@botwright/core";
import { formatReference, type ResourceType } from "../media.ts";
import { createMentions, type Mentions, type MentionSource } from "./mentions.ts";
import { readOther } from "./other.ts";
import { readPost } from "./post.ts";
import { unescapeTags } from "../wire/tags.ts";
import type {
  AudioContent,
  Contents,
  FileContent,
  ImageContent,
  TextContent,
  VideoContent,
} from "../wire.ts";

/** The fields of a message that depend on its content. */
export type Content = Pick<ParsedMessage, "type" | "text" | "image" | "voice" | "file" | "video">;

/** The input of {@link readContent}. */
export interface ContentSource extends MentionSource {
  readonly messageId: string;
  /** A key of {@link Contents}, or another type, of which only a known text is read. */
  readonly type: string;
  /** JSON text. */
  readonly content: string;
}

/** The message types that have a kind of their own; other types are delivered as text. */
export const KINDS: ReadonlySet<string> = new Set<keyof Contents>([
  "text",
  "post",
  "image",
  "file",
  "audio",
  "media",
  "video",
]);

/**
 * Reads the content of a message; `undefined` for an unsupported kind that has no text.
 * Never throws.
 */
export function readContent(source: ContentSource): Content | undefined {
  const value = parseJson(source.content);
  if (!isObject(value)) return undefined;
  const mentions = createMentions(source);
  switch (source.type) {
    case "text": {
      const { text } = fieldsOf<TextContent>(value);
      return typeof text === "string"
        ? { type: "text", text: mentions.fill(unescapeTags(text)) }
        : undefined;
    }
    case "post":
      return postContent(value, source, mentions);
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
    default: {
      const text = readOther(source.type, value, mentions);
      return text === "" ? undefined : { type: "text", text };
    }
  }
}

/** Reads rich text: its text and first picture; without any text its first picture or video. */
function postContent(
  value: object,
  source: ContentSource,
  mentions: Mentions,
): Content | undefined {
  const post = readPost(value, mentions);
  if (post === undefined) return undefined;
  const { text, imageKey, fileKey } = post;
  const image = imageKey === undefined ? undefined : readImage(source, imageKey);
  if (text.trim() !== "") return { type: "text", text, ...(image !== undefined && { image }) };
  if (image !== undefined) return { type: "image", text: "", image };
  if (fileKey === undefined) return undefined;
  return { type: "video", text: "", video: readVideo(source, fileKey, 0) };
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
