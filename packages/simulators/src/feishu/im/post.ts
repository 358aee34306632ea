import { isRecord } from "../../http/http.ts";
import { shownText } from "./text.ts";
import { bad } from "../wire.ts";

/** The required fields of a post's elements, by tag. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  a: ["text", "href"],
  at: ["user_id"],
  img: ["image_key"],
  media: ["file_key"],
  emotion: ["emoji_type"],
  code_block: ["text"],
  md: ["text"],
  hr: [],
};

/**
 * Checks a post, and returns what a person sees of it: the title, then a line for each paragraph.
 *
 * @param checkUpload Throws for a key that the bot has not uploaded.
 * @throws FeishuError
 */
export function readPost(
  value: Record<string, unknown>,
  checkUpload: (key: unknown, kind: "image" | "file") => void,
): string {
  const post = Object.values(value).find(isRecord);
  if (post === undefined) throw bad("a post needs a language, as zh_cn");
  const { title = "", content } = post;
  if (typeof title !== "string") throw bad("the title of a post must be a text");
  if (!Array.isArray(content)) throw bad("the content of a post must be a list of paragraphs");
  const lines = content.map((paragraph: unknown) => {
    if (!Array.isArray(paragraph)) throw bad("a paragraph of a post must be a list of elements");
    return paragraph.map((element) => readElement(element, checkUpload)).join("");
  });
  const text = [title, ...lines].join("\n").trim();
  if (content.length === 0) throw bad("a post must not be empty");
  return text;
}

function readElement(
  element: unknown,
  checkUpload: (key: unknown, kind: "image" | "file") => void,
): string {
  const tag = isRecord(element) ? element["tag"] : undefined;
  const fields = typeof tag === "string" && Object.hasOwn(FIELDS, tag) ? FIELDS[tag] : undefined;
  if (!isRecord(element) || fields === undefined) throw bad(`a post has no tag ${String(tag)}`);
  const missing = fields.find((field) => typeof element[field] !== "string");
  if (missing !== undefined) throw bad(`the tag ${String(tag)} needs ${missing}`);
  const { text = "", href, user_id: user, user_name: name, emoji_type: emoji } = element;
  switch (tag) {
    case "a":
      return [text, ...(text === href ? [] : [href])].join(" ");
    case "at":
      return `@${String(name ?? user)}`;
    case "emotion":
      return `[${String(emoji)}]`;
    case "img":
      checkUpload(element["image_key"], "image");
      return "";
    case "media":
      checkUpload(element["file_key"], "file");
      return "";
    case "hr":
      return "";
    case "md":
      return shownText(String(text));
    default:
      return String(text);
  }
}
