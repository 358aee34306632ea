import { describeError } from "@botwright/core";
import type { RequestHandler } from "@botwright/harness";
import type { SayInput, SentMessage } from "@botwright/simulators";
import type { DevPlatform } from "./platform.ts";

/** What the page shows. */
export interface PageOptions {
  readonly find: (platform: string) => DevPlatform | undefined;
}

const SAY = /^\/simulators\/(?<platform>\w+)\/say$/;
const SENT = /^\/simulators\/(?<platform>\w+)\/sent$/;

/**
 * What a browser sees at the address of `dev`. The one place where a chat page is mounted; now it is
 * the simulators as JSON.
 */
export function createPage({ find }: PageOptions): RequestHandler {
  return async (request) => {
    const { pathname, hostname } = new URL(request.url);
    // A page from elsewhere must not talk to the bot, by whatever name it found this address.
    if (hostname !== "127.0.0.1" && hostname !== "localhost")
      return failure(403, "FORBIDDEN", "this is for this machine only");
    const saying = SAY.exec(pathname)?.groups?.["platform"];
    const showing = SENT.exec(pathname)?.groups?.["platform"];
    const platform = find(saying ?? showing ?? "");
    if (platform === undefined) return failure(404, "NOT_FOUND", `there is no ${pathname}`);
    if (showing !== undefined && request.method === "GET") {
      return Response.json(platform.simulator.sent().map(toJson));
    }
    if (saying === undefined || request.method !== "POST") {
      return failure(405, "METHOD_NOT_ALLOWED", "GET …/sent, POST …/say");
    }
    try {
      return Response.json(await platform.simulator.say(await readSaid(request)));
    } catch (error) {
      const { code, message } = describeError(error);
      return failure(400, code, message);
    }
  };
}

/** A type that no form and no other site can send without being asked first. */
async function readSaid(request: Request): Promise<SayInput> {
  const type = request.headers.get("content-type") ?? "";
  const body: unknown = type.startsWith("application/json") ? await request.json() : undefined;
  if (typeof body === "object" && body !== null && "from" in body && "text" in body) {
    const { from, text } = body;
    if (typeof from === "string" && typeof text === "string") return { from, text };
  }
  throw new TypeError('the body must be JSON, such as {"from":"1001","text":"hello"}');
}

function toJson({ bytes, ...message }: SentMessage): object {
  return bytes === undefined ? message : { ...message, size: bytes.length };
}

function failure(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status });
}
