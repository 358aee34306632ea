import { fieldsOf, isFields, textOf } from "@botwright/adapter-kit";
import type { Mentions } from "./mentions.ts";
import { readPost } from "./post.ts";
import type { OtherContents } from "../wire.ts";

/**
 * The text of a message of an unsupported kind; `""` when it has no known text. Never throws.
 *
 * @example
 * readOther("location", { name: "Hall", longitude: "1", latitude: "2" }, mentions); // "Hall (2, 1)"
 */
export function readOther(type: string, value: object, mentions: Mentions): string {
  switch (type) {
    case "location": {
      const { name, latitude, longitude } = fieldsOf<OtherContents["location"]>(value);
      const place = [latitude, longitude].map(coordinate).filter(Boolean);
      return [textOf(name), place.length === 2 ? `(${place.join(", ")})` : ""]
        .filter(Boolean)
        .join(" ");
    }
    case "interactive": {
      const { title, elements } = fieldsOf<OtherContents["interactive"]>(value);
      return readPost({ title, content: elements }, mentions)?.text.trim() ?? "";
    }
    case "todo": {
      const { summary } = fieldsOf<OtherContents["todo"]>(value);
      return isFields<object>(summary) ? (readPost(summary, mentions)?.text.trim() ?? "") : "";
    }
    case "vote": {
      const { topic, options } = fieldsOf<OtherContents["vote"]>(value);
      const choices = Array.isArray(options) ? options.map(textOf) : [];
      return [textOf(topic), ...choices].filter(Boolean).join("\n");
    }
    case "calendar":
    case "general_calendar":
    case "share_calendar_event":
      return textOf(fieldsOf<OtherContents["calendar"]>(value).summary);
    case "video_chat":
      return textOf(fieldsOf<OtherContents["video_chat"]>(value).topic);
    case "folder":
      return textOf(fieldsOf<OtherContents["folder"]>(value).file_name);
    case "hongbao":
      return textOf(fieldsOf<OtherContents["hongbao"]>(value).text);
    default:
      return "";
  }
}

/** A coordinate is a string, or a number in older messages. */
function coordinate(value: unknown): string {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : textOf(value);
}
