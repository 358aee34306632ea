import { InvalidInputError, readBytes } from "@botwright/core";

/** A request or a response with its whole body in memory, so that it can be read again and sent to another node. */
export interface HttpMessage {
  /** Method and URL of a request; status of a response. */
  readonly start: { readonly method: string; readonly url: string } | { readonly status: number };
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/**
 * Reads a request to its end.
 *
 * @param take called with the length of each piece that is read; if it returns false, reading ends
 * @throws {InvalidInputError} `BODY_TOO_LARGE`; `BODY_REFUSED` if `take` has returned false
 */
export async function fromRequest(
  { method, url, headers, body }: Request,
  maxBytes: number,
  take: (bytes: number) => boolean,
): Promise<HttpMessage> {
  const pieces = body && counted(body, take);
  return { start: { method, url }, headers: [...headers], body: await read(pieces, maxBytes) };
}

/** Reads a response to its end. @throws {InvalidInputError} `BODY_TOO_LARGE` */
export async function fromResponse(response: Response, maxBytes: number): Promise<HttpMessage> {
  const { status, headers } = response;
  return { start: { status }, headers: [...headers], body: await read(response.body, maxBytes) };
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  take: (bytes: number) => boolean,
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    if (!take(piece.length)) {
      throw new InvalidInputError("there are too many bodies", { code: "BODY_REFUSED" });
    }
    yield piece;
  }
}

async function read(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const tooLarge = (): Error =>
    new InvalidInputError(`a body may have ${maxBytes} bytes`, { code: "BODY_TOO_LARGE" });
  return readBytes(body, { maxBytes, tooLarge });
}

/** Makes a new `Request` of a message. */
export function toRequest({ start, headers, body }: HttpMessage): Request {
  const { method, url } = "url" in start ? start : { method: "POST", url: "http://localhost/" };
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers: toHeaders(headers), ...(hasBody && { body }) });
}

/** Makes a new `Response` of a message. */
export function toResponse({ start, headers, body }: HttpMessage): Response {
  const status = "status" in start ? start.status : 500;
  // Responses with these statuses must not have a body, not even an empty one.
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? body : null, { status, headers: toHeaders(headers) });
}

/** Encodes a message as JSON, its body in Base64. */
export function encodeHttp(message: HttpMessage): string {
  const { body } = message;
  return JSON.stringify({
    ...message,
    body: body === null ? null : Buffer.from(body).toString("base64"),
  });
}

/** Decodes what {@link encodeHttp} has written. */
export function decodeHttp(json: string): HttpMessage {
  const { body, ...rest }: Omit<HttpMessage, "body"> & { body: string | null } = JSON.parse(json);
  return { ...rest, body: body === null ? null : new Uint8Array(Buffer.from(body, "base64")) };
}

function toHeaders(pairs: HttpMessage["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  // Removed, because the new Request or Response sets the length of its own body.
  headers.delete("content-length");
  return headers;
}
