import { renderSVG } from "uqr";
import type { MessageIds, UserMessage } from "@botwright/simulators";
import type { ChangeSignal } from "./change-signal.ts";
import { ChatPageError } from "./errors.ts";
import type { EventStreams } from "./events.ts";
import type { Feed } from "./feed.ts";
import { loginOf, simulatorOf } from "./find-platform.ts";
import { type PhoneAction, playPhone } from "./phone.ts";
import type { PagePlatform } from "./platform.ts";
import { readSay } from "./read-say.ts";
import { toSentView } from "./sent-view.ts";

/** The page behind its routes. */
export interface PageParts {
  readonly platforms: readonly PagePlatform[];
  readonly feed: Feed;
  readonly events: EventStreams;
  readonly changes: ChangeSignal;
  /** @throws {ChatPageError} when nothing can be said on the platform now */
  checkSay(place: PagePlatform): void;
  say(place: PagePlatform, message: UserMessage): Promise<MessageIds>;
}

/** What answers a path under a platform; `rest` is what follows its name in the path. */
export interface PlatformRoute {
  readonly method: "GET" | "POST";
  answer(place: PagePlatform, request: Request, rest: string): Response | Promise<Response>;
}

/** What is under `/simulators/<platform>/`: playing people and the phone, seeing what the bot did. */
export function createPlatformRoutes(parts: PageParts): ReadonlyMap<string, PlatformRoute> {
  const get = (answer: PlatformRoute["answer"]): PlatformRoute => ({ method: "GET", answer });
  const post = (answer: PlatformRoute["answer"]): PlatformRoute => ({ method: "POST", answer });
  const phone = (action: PhoneAction): PlatformRoute =>
    post(async (place) => {
      const login = loginOf(place);
      await playPhone(login, action, parts.changes);
      return Response.json(login.view());
    });

  return new Map([
    [
      "say",
      post(async (place, request) => {
        parts.checkSay(place);
        return Response.json(await parts.say(place, await readSay(request)));
      }),
    ],
    ["sent", get(listSent)],
    ["typing", get((place) => Response.json(simulatorOf(place).typing()))],
    ["media", get((place, _request, number) => showMedia(parts.feed, place, number))],
    ["login", get((place) => Response.json(loginOf(place).view()))],
    ["login.svg", get(drawCode)],
    ["scan", phone("scan")],
    ["confirm", phone("confirm")],
    ["expire", phone("expire")],
    ["logout", phone("logout")],
  ]);
}

function listSent(place: PagePlatform, { url }: Request): Response {
  const query = new URL(url).searchParams;
  const after = Number(query.get("after") ?? 0);
  const to = query.get("to");
  const sent = simulatorOf(place)
    .sent()
    .slice(Number.isSafeInteger(after) && after > 0 ? after : 0);
  return Response.json(sent.filter((message) => to === null || message.to === to).map(toSentView));
}

function showMedia(feed: Feed, place: PagePlatform, number: string): Response {
  const media = feed.media(place.platform, number);
  if (media === undefined) throw new ChatPageError("NOT_FOUND", `there is no file ${number}`);
  return new Response(media.bytes, {
    headers: {
      "content-type": media.type,
      // Shown in pictures and players only, never as a page of its own.
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    },
  });
}

function drawCode(place: PagePlatform): Response {
  const { content } = loginOf(place).view();
  if (content === undefined) {
    throw new ChatPageError("NO_QR_CODE", "there is no QR code at this moment");
  }
  return new Response(renderSVG(content, { border: 4, ecc: "M" }), {
    headers: { "content-type": "image/svg+xml", "cache-control": "no-store" },
  });
}
