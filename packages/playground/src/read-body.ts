import { ChatPageError } from "./errors.ts";

/** The whole body. @throws {ChatPageError} `TOO_LARGE` as soon as more than `limit` bytes have come. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw new ChatPageError("TOO_LARGE", `a body has at most ${limit} bytes`);
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
