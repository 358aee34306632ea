import { isRecord } from "@botwright/core";
import { mediaContent, type MediaInput, type UserMessage } from "@botwright/simulators";
import { ChatPageError } from "../errors.ts";
import { parseJson, readBody } from "./read-json.ts";

const MEDIA = ["image", "voice", "video", "file"] as const;
const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * Reads what a person says from a request: JSON `{ from, text }`, with a medium as
 * `{ base64, name?, mime?, transcription? }`; or a form with the medium as a file (`curl -F image=@cat.png`), for a voice with its words
 * as `transcription`.
 *
 * @throws {ChatPageError} `INVALID_INPUT` naming the field, `TOO_LARGE` for more than 32 MiB.
 */
export async function readSay(request: Request): Promise<UserMessage> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, LARGEST_BODY);
  const fields = type.includes("form") ? await readForm(body, type) : readJson(body);
  const from = typeof fields["from"] === "number" ? String(fields["from"]) : fields["from"];
  if (typeof from !== "string" || from === "")
    throw invalid("from", "the sender's id, such as 1001");
  const base = {
    from,
    ...(typeof fields["caption"] === "string" ? { caption: fields["caption"] } : {}),
    ...readQuote(fields["quote"]),
  };
  for (const kind of MEDIA) {
    const medium = fields[kind];
    if (medium === undefined) continue;
    const { transcription } = fields;
    const words = kind === "voice" && typeof transcription === "string" && { transcription };
    return { ...base, ...mediaContent(kind, { ...words, ...readMedium(kind, medium) }) };
  }
  if (typeof fields["text"] !== "string")
    throw invalid("text", "a text, or one of image, voice, video, file");
  return { ...base, text: fields["text"] };
}

function readJson(bytes: Uint8Array): Record<string, unknown> {
  const body = parseJson(bytes, '{"from":"1001","text":"你好"}');
  if (!isRecord(body)) throw invalid("the body", "a JSON object");
  return body;
}

async function readForm(
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  const response = new Response(body, { headers: { "content-type": type } });
  const form = await response.formData().catch((cause: unknown) => {
    const expected = "the body must be a form as its content-type says";
    throw new ChatPageError("INVALID_INPUT", expected, { cause });
  });
  for (const [name, value] of form) {
    fields[name] =
      typeof value === "string"
        ? value
        : { bytes: new Uint8Array(await value.arrayBuffer()), name: value.name, mime: value.type };
  }
  return fields;
}

function readMedium(kind: string, value: unknown): MediaInput {
  if (!isRecord(value)) throw invalid(kind, "{ base64, name?, mime? } or a file");
  const { base64, bytes, name, mime, transcription, playtime } = value;
  const content =
    bytes instanceof Uint8Array
      ? bytes
      : typeof base64 === "string"
        ? new Uint8Array(Buffer.from(base64, "base64"))
        : undefined;
  if (content === undefined) throw invalid(`${kind}.base64`, "the file in base64");
  return {
    bytes: content,
    ...(typeof name === "string" && name !== "" ? { name } : {}),
    ...(typeof mime === "string" && mime !== "" ? { mime } : {}),
    ...(typeof transcription === "string" ? { transcription } : {}),
    ...(typeof playtime === "number" ? { playtime } : {}),
  };
}

function readQuote(value: unknown): Pick<UserMessage, "quote"> {
  if (value === undefined) return {};
  if (!isRecord(value) || typeof value["text"] !== "string") throw invalid("quote.text", "a text");
  const { text, from } = value;
  return { quote: { text, ...(typeof from === "string" ? { from } : {}) } };
}

function invalid(path: string, expected: string): ChatPageError {
  return new ChatPageError("INVALID_INPUT", `${path} must be ${expected}`);
}
