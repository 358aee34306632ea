import type { BotEvent, LocalizedText, Platform } from "@botwright/core";
import { type MessageIds, placeTranscription, type UserMessage } from "@botwright/simulators";
import { createChangeSignal } from "./feed/change-signal.ts";
import { ChatPageError } from "./errors.ts";
import { createEventStreams } from "./feed/events.ts";
import { createFeed } from "./feed/feed.ts";
import { findPlatform, simulatorOf } from "./platforms/find-platform.ts";
import { type PageNotice, Notices } from "./feed/notices.ts";
import { createPlatformState, type PlatformState } from "./platforms/platform-state.ts";
import type { PagePlatform } from "./platforms/platform.ts";
import { createRouter } from "./routes/routes.ts";
import type { PageTools } from "./tools.ts";

/** Options of {@link createChatPage}. */
export interface ChatPageOptions {
  /** The platforms, in the order in which the page shows them. */
  readonly platforms: readonly PagePlatform[];
  /** @default "Chats without a phone", in the language of the page */
  readonly title?: string | LocalizedText;
  /** One line of text under the title. @default none */
  readonly about?: string | LocalizedText;
  /** The messages that an empty chat suggests. @default ["hello"] */
  readonly suggestions?: readonly string[];
  /** The platform that a new page shows first. @default the first one */
  readonly start?: Platform;
  /** The tools that people can use next to the chats. @default none */
  readonly tools?: PageTools;
}

/** A chat page for several bots. */
export interface ChatPage {
  /** Answers a request to one of the page's paths; `undefined` for a path that is not its own. */
  fetch(request: Request): Promise<Response> | undefined;
  /**
   * Sends a message as a person, and shows it on the page. A message that is sent through the simulator
   * directly reaches the bot too, but the page then shows only the answers.
   *
   * @throws {ChatPageError} `UNKNOWN_PLATFORM`, `NOT_SIMULATED`, `NOT_LOGGED_IN` or `STOPPING`.
   * @throws {SimulatorError} `INVALID_INPUT` if the platform does not support such a message.
   */
  say(platform: Platform, message: UserMessage): Promise<MessageIds>;
  /**
   * Receives an event of the bot on a platform. The page shows the connection's state, the progress
   * of a login, and under each message what every plugin did with it. Secrets of plugins are not
   * shown.
   */
  onEvent(platform: Platform, event: BotEvent): void;
  /** Shows a notice on the open pages. */
  notify(notice: PageNotice): void;
  /** Accepts no further message and ends the event streams. It does not close the simulators. */
  close(): void;
}

/**
 * Makes a page on which people chat with bots on simulated platforms. It needs only a server that
 * passes requests to it; it answers `/` and its own files, `/events`, and everything under
 * `/simulators` and `/tools`. A server that shows it below another path, such as `/playground/`, takes that path off.
 *
 * @example
 * const page = createChatPage({ platforms: [{ platform: "telegram", simulator, capabilities }] });
 * const onEvent = (event: BotEvent) => page.onEvent("telegram", event); // of createBotRuntime
 * const response = (await page.fetch(request)) ?? new Response("nothing here", { status: 404 });
 */
export function createChatPage(options: ChatPageOptions): ChatPage {
  const { title, about = "", suggestions = ["hello"], tools = {}, start } = options;
  const platforms = options.platforms.map(createPlatformState);
  const changes = createChangeSignal();
  const feed = createFeed(changes.notify);
  const notices = new Notices();
  const words = { title, about, suggestions, tools: Object.keys(tools), start };
  const events = createEventStreams({ platforms, feed, notices, words, changes });
  const subscriptions = platforms.flatMap(({ platform, simulator }) =>
    simulator === undefined
      ? []
      : [feed.follow(platform, simulator), simulator.onChange(changes.notify)],
  );
  let isOpen = true;

  function checkSay(place: PlatformState): void {
    if (!isOpen) throw new ChatPageError("STOPPING", "the server is stopping");
    simulatorOf(place);
    const isLoggedOut = place.login !== undefined && place.login.view().stage !== "connected";
    if (!isLoggedOut) return;
    const phone = `POST /simulators/${place.platform}/scan, then …/confirm`;
    const advice = `the bot is not logged in; play the phone by ${phone}`;
    throw new ChatPageError("NOT_LOGGED_IN", advice);
  }

  async function say(place: PlatformState, message: UserMessage): Promise<MessageIds> {
    checkSay(place);
    const ids = await simulatorOf(place).say(placeTranscription(place.platform, message));
    place.people.meet(message.from);
    feed.addUserMessage(place.platform, message, ids);
    return ids;
  }

  return {
    fetch: createRouter({ platforms, feed, events, changes, tools, checkSay, say }),
    say: async (platform, message) => say(findPlatform(platforms, platform), message),
    onEvent(platform, event) {
      const place = platforms.find((one) => one.platform === platform);
      if (event.type === "status") {
        place?.connection.change(event.status);
        changes.notify();
      }
      const trace = place?.recorder.take(event);
      // Messages of real platforms and their traces are not shown.
      if (trace?.error !== undefined || trace === undefined) return;
      if (place?.simulator !== undefined) feed.addHandled(platform, trace);
    },
    notify(notice) {
      notices.add(notice);
      changes.notify();
    },
    close() {
      isOpen = false;
      for (const subscription of subscriptions) subscription[Symbol.dispose]();
      events.close();
    },
  };
}
