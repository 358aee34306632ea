import type { IncomingMessage } from "node:http";
import { blocked } from "../errors.ts";
import { type Hop, type HopContext, sendHop } from "./hop.ts";
import { checkAddress, type Policy } from "../address/policy.ts";
import { isRedirect, redirectRequest } from "./redirect-request.ts";

/** The services and rules that {@link sendAndFollow} uses. */
export interface RedirectContext extends HopContext {
  readonly policy: Policy;
  readonly mode: Request["redirect"];
  readonly maxRedirects: number;
}

/** The last answer of a fetch, and its URL. */
export interface Answer {
  readonly message: IncomingMessage;
  readonly url: URL;
  readonly redirected: boolean;
}

/** Sends the request and follows redirects; each redirect is checked like the first request. */
export async function sendAndFollow(first: Hop, context: RedirectContext): Promise<Answer> {
  const { policy, mode, maxRedirects } = context;
  let hop = first;
  for (let redirects = 0; ; redirects += 1) {
    checkAddress(hop.url, policy);
    const message = await sendHop(hop, context);
    const status = message.statusCode ?? 0;
    const { location } = message.headers;
    if (!isRedirect(status) || location === undefined || mode === "manual") {
      return { message, url: hop.url, redirected: redirects > 0 };
    }
    message.destroy();
    if (mode === "error") {
      throw blocked(`${hop.url.hostname} redirects, which this request does not allow`);
    }
    if (redirects === maxRedirects) {
      throw blocked(`more than ${maxRedirects} redirects, at last from ${hop.url.hostname}`);
    }
    hop = redirectRequest(hop, status, toUtf8(location));
  }
}

/** Node decodes header bytes as Latin-1, but an unescaped URL is UTF-8. */
function toUtf8(header: string): string {
  return Buffer.from(header, "latin1").toString("utf8");
}
