import { isRecord } from "../../http/http.ts";
import type { SentMessage } from "../../simulator.ts";
import type { StoredFile } from "../chats.ts";
import { readPost } from "./post.ts";
import { shownText } from "./text.ts";
import type { FeishuState } from "../state.ts";
import { bad, CODES, FeishuError } from "../wire.ts";

/** The upload type that a message type needs; other message types accept any other upload type. */
const UPLOADED_AS: Readonly<Record<string, string>> = { media: "mp4", audio: "opus" };

/** Validates a message's content, and returns what the person sees. */
export function readContent(
  state: FeishuState,
  type: string,
  content: string,
): Pick<SentMessage, "type" | "text" | "bytes" | "name"> {
  const value = parse(content);
  if (!isRecord(value)) throw bad("content is not a string of a JSON object");
  switch (type) {
    case "text": {
      const { text } = value;
      if (typeof text !== "string" || text.trim() === "") throw bad("text must not be empty");
      return { type: "text", text: shownText(text) };
    }
    case "post":
      return {
        type: "text",
        text: readPost(value, (key, kind) => void uploaded(state, key, kind)),
      };
    case "interactive":
      return { type: "text", text: content };
    case "image":
      return { type: "image", ...seen(uploaded(state, value["image_key"], "image")) };
    case "file":
      return { type: "file", ...seen(uploadedFile(state, value["file_key"], type)) };
    case "media":
      if (value["image_key"] !== undefined) uploaded(state, value["image_key"], "image");
      return { type: "video", ...seen(uploadedFile(state, value["file_key"], type)) };
    case "audio":
      return { type: "voice", ...seen(uploadedFile(state, value["file_key"], type)) };
    default:
      throw bad(`msg_type ${type} is invalid`);
  }
}

function uploaded(state: FeishuState, key: unknown, kind: StoredFile["kind"]): StoredFile {
  const file = typeof key === "string" ? state.uploads.get(key) : undefined;
  if (file === undefined || file.kind !== kind) throw bad(`invalid ${kind}_key`);
  return file;
}

/** An uploaded file that fits this type of message. */
function uploadedFile(state: FeishuState, key: unknown, type: string): StoredFile {
  const file = uploaded(state, key, "file");
  const { fileType = "" } = file;
  const isOther = !Object.values(UPLOADED_AS).includes(fileType);
  if (type in UPLOADED_AS ? UPLOADED_AS[type] === fileType : isOther) return file;
  throw new FeishuError(
    CODES.otherUpload,
    "The type of file upload does not match the type of message being sent.",
  );
}

function seen({ bytes, name }: StoredFile): Pick<SentMessage, "bytes" | "name"> {
  return { bytes, ...(name !== undefined && { name }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
