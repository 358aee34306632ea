import { InvalidInputError } from "@botwright/core";
import type { MediaInput, SayInput } from "@botwright/simulators";

const MEDIA = ["image", "voice", "video", "file"] as const;

/**
 * Reads what a person says from a request: JSON `{ from, text }`, with a medium as
 * `{ base64, name?, mime?, transcription? }`; or a form with the medium as a file (`curl -F image=@cat.png`).
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field.
 */
export async function readSay(request: Request): Promise<SayInput> {
  const type = request.headers.get("content-type") ?? "";
  const fields = type.includes("form") ? await readForm(request) : await readJson(request);
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
    const input = readMedium(kind, medium);
    if (kind === "image") return { ...base, image: input };
    if (kind === "voice") return { ...base, voice: input };
    if (kind === "video") return { ...base, video: input };
    return { ...base, file: input };
  }
  if (typeof fields["text"] !== "string")
    throw invalid("text", "a text, or one of image, voice, video, file");
  return { ...base, text: fields["text"] };
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  let body: unknown;
  try {
    body = await request.json();
  } catch (cause) {
    throw new InvalidInputError('the body must be JSON, such as {"from":"1001","text":"你好"}', {
      code: "INVALID_INPUT",
      cause,
    });
  }
  if (!isRecord(body)) throw invalid("the body", "a JSON object");
  return body;
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  const form = await request.formData().catch((cause: unknown) => {
    throw new InvalidInputError("the body must be a form as its content-type says", {
      code: "INVALID_INPUT",
      cause,
    });
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
  const { base64, bytes, name, mime, transcription } = value;
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
  };
}

function readQuote(value: unknown): Pick<SayInput, "quote"> {
  if (value === undefined) return {};
  if (!isRecord(value) || typeof value["text"] !== "string") throw invalid("quote.text", "a text");
  const { text, from } = value;
  return { quote: { text, ...(typeof from === "string" ? { from } : {}) } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(path: string, expected: string): InvalidInputError {
  return new InvalidInputError(`${path} must be ${expected}`, { code: "INVALID_INPUT" });
}
