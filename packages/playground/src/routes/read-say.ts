import { assertValid, invalidInput } from "@botwright/core";
import {
  mediaContent,
  type MediaInput,
  type MediaType,
  type UserMessage,
} from "@botwright/simulators";
import { ChatPageError } from "../errors.ts";
import { validateSayRequest } from "../generated/tool-requests.ts";
import { parseJson, readBody } from "./read-json.ts";
import type { SayRequest } from "./tool-requests.ts";

const CONTENTS = ["text", "image", "voice", "video", "file"] as const;
const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * Reads a person's message from a request: JSON `{ from, text }`, with a file as
 * `{ base64, name?, mime?, transcription? }`; or a form with the file (`curl -F image=@cat.png`), and for a voice
 * message its `transcription`.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 * @throws {ChatPageError} `INVALID_INPUT` for a body that is neither, `TOO_LARGE` for more than 32 MiB
 */
export async function readSay(request: Request): Promise<UserMessage> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, LARGEST_BODY);
  const given = type.includes("form")
    ? await readForm(body, type)
    : parseJson(body, '{"from":"1001","text":"你好"}');
  const said = assertValid("the body", validateSayRequest(given));
  const { from, caption, quote } = said;
  const base = {
    from: String(from),
    ...(caption !== undefined && { caption }),
    ...(quote !== undefined && { quote }),
  };
  const [content, ...others] = CONTENTS.filter((name) => said[name] !== undefined);
  if (content === undefined || others.length > 0) {
    throw invalidInput(`the body must have one of ${CONTENTS.join(", ")}`);
  }
  if (content === "text") return { ...base, text: said.text ?? "" };
  return { ...base, ...mediaContent(content, readMedium(content, said)) };
}

function readMedium(kind: MediaType, said: SayRequest): MediaInput {
  const { base64, bytes, name, mime, ...more } = said[kind] ?? {};
  const content = bytes ?? (base64 === undefined ? undefined : Buffer.from(base64, "base64"));
  if (content === undefined)
    throw invalidInput(`the body.${kind}.base64 must be the file in base64`);
  const { transcription } = said;
  return {
    bytes: content,
    // A form may lack these, so that they are empty.
    ...(name && { name }),
    ...(mime && { mime }),
    ...(kind === "voice" && transcription !== undefined && { transcription }),
    ...more,
  };
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
