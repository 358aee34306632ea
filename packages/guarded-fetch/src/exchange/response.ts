import type { IncomingMessage } from "node:http";
import { tooLarge } from "../errors.ts";
import type { Answer } from "./redirect.ts";
import { type BodyContext, toBodyStream } from "./response-body.ts";

/** The context in which an answer becomes a `Response`. */
export interface ResponseContext extends BodyContext {
  readonly method: string;
}

const WITHOUT_BODY = new Set([204, 205, 304]);

/** Creates a `Response` whose body is received while the caller reads it. */
export function toResponse(
  { message, url, redirected }: Answer,
  context: ResponseContext,
): Response {
  const { method, limit, exchange } = context;
  const status = message.statusCode ?? 0;
  if (status > 599) throw new Error(`${status} is no HTTP status`);
  const init = { status, statusText: message.statusMessage ?? "", headers: headersOf(message) };
  if (method === "HEAD" || WITHOUT_BODY.has(status)) {
    message.once("close", () => exchange.end()).resume();
    // A 205 must not have a body, but the HTTP parser would wait for one forever.
    if (!message.complete) message.destroy();
    return describe(new Response(null, init), url, redirected);
  }
  if (sizeOf(message) > limit) throw tooLarge("response", limit);
  return describe(new Response(toBodyStream(message, context), init), url, redirected);
}

/** The body size that the head declares; unknown for a compressed body. */
function sizeOf({ headers }: IncomingMessage): number {
  return headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return headers;
}

/** Sets the URL of a response, which a constructed one lacks, also on its clones. */
function describe(response: Response, url: URL, redirected: boolean): Response {
  const { href } = Object.assign(new URL(url), { hash: "" });
  return Object.defineProperties(response, {
    url: { value: href },
    redirected: { value: redirected },
    type: { value: "basic" },
    clone: { value: () => describe(Response.prototype.clone.call(response), url, redirected) },
  });
}
