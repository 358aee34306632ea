import { fieldsOf, isFields, textOf, type Unchecked } from "@botwright/adapter-kit";
import { trimCharacters } from "@botwright/core";
import type { Mentions } from "./mentions.ts";
import type { PostContent, PostElement } from "../wire.ts";

/** The parts of a rich text that the adapter uses. */
export interface Post {
  /** The title, then a line for each paragraph. */
  readonly text: string;
  /** The key of the first picture. */
  readonly imageKey: string | undefined;
  /** The key of the first video. */
  readonly fileKey: string | undefined;
}

type Paragraph = readonly Unchecked<PostElement>[];

/** Reads rich text; `undefined` when it has no paragraphs. Never throws. */
export function readPost(value: object, mentions: Mentions): Post | undefined {
  const post = findPost(value);
  if (post === undefined) return undefined;
  const lines = linesOf(post.text, mentions);
  const all = [...post.text.flat(), ...post.media.flat()];
  return {
    text: trimCharacters([post.title, ...lines].join("\n"), /\n/),
    imageKey: keyIn(all, "img", "image_key"),
    fileKey: keyIn(all, "media", "file_key"),
  };
}

/** The text of each paragraph. */
function linesOf(paragraphs: readonly Paragraph[], mentions: Mentions): string[] {
  return paragraphs.map((elements) => {
    const line = elements.map((element) => elementText(element, mentions)).join("");
    return line.trim() === "" ? "" : line;
  });
}

/**
 * Finds the content of a post. In a received post it is the object itself; in a sent one it is in a field per language,
 * such as `zh_cn`. A post may have two forms: then the text is read from `content_v2`, and pictures from the old form
 * too, because they may be only there.
 */
function findPost(
  value: object,
): { title: string; text: readonly Paragraph[]; media: readonly Paragraph[] } | undefined {
  for (const each of [value, ...Object.values(value)]) {
    const { title, content, content_v2: second } = fieldsOf<PostContent>(each);
    const old = paragraphsOf(content);
    const text = paragraphsOf(second);
    if (text.length > 0) return { title: textOf(title), text, media: old };
    if (Array.isArray(content)) return { title: textOf(title), text: old, media: [] };
  }
  return undefined;
}

function paragraphsOf(content: unknown): Paragraph[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter((paragraph): paragraph is unknown[] => Array.isArray(paragraph))
    .map((elements) => elements.filter(isFields<PostElement>));
}

function elementText(element: Unchecked<PostElement>, mentions: Mentions): string {
  const text = textOf(element.text);
  switch (element.tag) {
    case "a": {
      const href = textOf(element.href);
      return text === href ? text : [text, href].filter(Boolean).join(" ");
    }
    case "at":
      return mentionIn(element, mentions);
    case "code_block":
      return text;
    case "emotion": {
      const emoji = textOf(element.emoji_type);
      return emoji === "" ? text : `[${emoji}]`;
    }
    case "hr":
      return "\n";
    default:
      return mentions.fill(text);
  }
}

function mentionIn(element: Unchecked<PostElement>, mentions: Mentions): string {
  const user = textOf(element.user_id);
  if (user === "all" || user === "all_members") return "@all";
  const known = mentions.find(user);
  if (mentions.isBot(known?.id ?? user)) return "";
  const name = textOf(element.user_name) || (known?.name ?? "");
  return name === "" ? "" : `@${name}`;
}

/** The first key in this field of the elements with this tag. */
function keyIn(
  elements: Paragraph,
  tag: PostElement["tag"],
  field: "image_key" | "file_key",
): string | undefined {
  return elements
    .filter((element) => element.tag === tag)
    .map((element) => textOf(element[field]))
    .find((key) => key !== "");
}
