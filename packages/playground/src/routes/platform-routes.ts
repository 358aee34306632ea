import { renderSVG } from "uqr";
import type { MessageIds, UserMessage } from "@botwright/simulators";
import type { ChangeSignal } from "../feed/change-signal.ts";
import { ChatPageError } from "../errors.ts";
import type { EventStreams } from "../feed/events.ts";
import type { Feed } from "../feed/feed.ts";
import { loginOf, simulatorOf } from "../platforms/find-platform.ts";
import { type PhoneAction, playPhone } from "../platforms/phone.ts";
import type { PlatformState } from "../platforms/platform-state.ts";
import { validatePersonRequest } from "../generated/tool-requests.ts";
import { readChange } from "./read-json.ts";
import { readSay } from "./read-say.ts";
import { toSentView } from "../feed/sent-view.ts";
import type { PageTools } from "../tools.ts";

/** The parts of the page that the routes use. */
export interface PageContext {
  readonly platforms: readonly PlatformState[];
  readonly feed: Feed;
  readonly events: EventStreams;
  readonly changes: ChangeSignal;
  readonly tools: PageTools;
  /** @throws {ChatPageError} when no message can be sent on the platform in its current state */
  checkSay(place: PlatformState): void;
  say(place: PlatformState, message: UserMessage): Promise<MessageIds>;
}

/** Answers a path under a platform; `rest` is the part of the path after the platform's name. */
export interface PlatformRoute {
  readonly method: "GET" | "POST";
  answer(place: PlatformState, request: Request, rest: string): Response | Promise<Response>;
}

/**
 * Makes the routes under `/simulators/<platform>/`: they send messages as people, control the simulated phone,
 * and read what the bot sent.
 */
export function createPlatformRoutes(parts: PageContext): ReadonlyMap<string, PlatformRoute> {
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
    [
      "people",
      post(async (place, request) => {
        const { name } = await readChange(request, validatePersonRequest);
        const person = place.people.add(name);
        parts.changes.notify();
        return Response.json(person);
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

function listSent(place: PlatformState, { url }: Request): Response {
  const query = new URL(url).searchParams;
  const after = Number(query.get("after") ?? 0);
  const to = query.get("to");
  const sent = simulatorOf(place)
    .sent()
    .slice(Number.isSafeInteger(after) && after > 0 ? after : 0);
  return Response.json(sent.filter((message) => to === null || message.to === to).map(toSentView));
}

function showMedia(feed: Feed, place: PlatformState, number: string): Response {
  const media = feed.media(place.platform, number);
  if (media === undefined) throw new ChatPageError("NOT_FOUND", `there is no file ${number}`);
  return new Response(media.bytes, {
    headers: {
      "content-type": media.type,
      // For image and media elements only: a browser must not open the file as a page.
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    },
  });
}

function drawCode(place: PlatformState): Response {
  const { content } = loginOf(place).view();
  if (content === undefined) {
    throw new ChatPageError("NO_QR_CODE", "there is no QR code at this moment");
  }
  return new Response(renderSVG(content, { border: 4, ecc: "M" }), {
    headers: { "content-type": "image/svg+xml", "cache-control": "no-store" },
  });
}
