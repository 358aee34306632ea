import type { Platform } from "@botwright/core";
import type { MessageIds, UserMessage } from "@botwright/simulators";
import type { PageActivity } from "./activity.ts";
import { createChangeSignal } from "./change-signal.ts";
import { ChatPageError } from "./errors.ts";
import { createEventStreams } from "./events.ts";
import { createFeed } from "./feed.ts";
import { findPlatform, simulatorOf } from "./find-platform.ts";
import { type PageNotice, Notices } from "./notices.ts";
import type { PagePlatform } from "./platform.ts";
import { createRouter } from "./routes.ts";

/** Options of {@link createChatPage}. */
export interface ChatPageOptions {
  /** In the order in which the page shows them. */
  readonly platforms: readonly PagePlatform[];
  /** @default "Chats without a phone" */
  readonly title?: string;
  /** One line under the title. @default none */
  readonly about?: string;
  /** What an empty chat offers to say. @default ["hello"] */
  readonly suggestions?: readonly string[];
}

/** The chat page of some bots. */
export interface ChatPage {
  /** Answers a request to one of the page's paths; `undefined` for a path that is not its own. */
  fetch(request: Request): Promise<Response> | undefined;
  /**
   * Says something as a person, in the page's sight. What is said by the simulator itself reaches
   * the bot as well, but only the answers are then shown.
   *
   * @throws {ChatPageError} `UNKNOWN_PLATFORM`, `NOT_SIMULATED`, `NOT_LOGGED_IN` or `STOPPING`.
   * @throws {SimulatorError} `INVALID_INPUT` if the platform cannot have such a message.
   */
  say(platform: Platform, message: UserMessage): Promise<MessageIds>;
  /** Shows under a person's message what became of it. */
  handled(activity: PageActivity): void;
  /** Reads `status` and `login` of all platforms again. To be called when one of them has changed. */
  update(): void;
  /** Shows a notice on the open pages. */
  notify(notice: PageNotice): void;
  /** Takes nothing new and ends the event streams. The simulators are their owner's to close. */
  close(): void;
}

/**
 * Makes a page on which people chat with bots on simulated platforms. It needs no more than a
 * server that hands it requests; it answers `/` and its own files, `/events`, and all under
 * `/simulators`.
 *
 * @example
 * const page = createChatPage({ platforms: [{ platform: "telegram", simulator, capabilities }] });
 * const response = (await page.fetch(request)) ?? new Response("nothing here", { status: 404 });
 */
export function createChatPage(options: ChatPageOptions): ChatPage {
  const {
    platforms,
    title = "Chats without a phone",
    about = "",
    suggestions = ["hello"],
  } = options;
  const changes = createChangeSignal();
  const feed = createFeed(changes.notify);
  const notices = new Notices();
  const words = { title, about, suggestions };
  const events = createEventStreams({ platforms, feed, notices, words, changes });
  const subscriptions = platforms.flatMap(({ platform, simulator }) =>
    simulator === undefined
      ? []
      : [feed.follow(platform, simulator), simulator.onChange(changes.notify)],
  );
  let isOpen = true;

  function checkSay(place: PagePlatform): void {
    if (!isOpen) throw new ChatPageError("STOPPING", "the server is stopping");
    simulatorOf(place);
    if (place.status?.().state !== "login") return;
    const phone = `POST /simulators/${place.platform}/scan, then …/confirm`;
    const advice = `the bot is not logged in; play the phone by ${phone}`;
    throw new ChatPageError("NOT_LOGGED_IN", advice);
  }

  async function say(place: PagePlatform, message: UserMessage): Promise<MessageIds> {
    checkSay(place);
    const ids = await simulatorOf(place).say(message);
    feed.addUserMessage(place.platform, message, ids);
    return ids;
  }

  return {
    fetch: createRouter({ platforms, feed, events, changes, checkSay, say }),
    say: async (platform, message) => say(findPlatform(platforms, platform), message),
    handled(activity) {
      const place = platforms.find(({ platform }) => platform === activity.platform);
      // Of real platforms no message is shown, and so nothing under it.
      if (place?.simulator !== undefined) feed.addHandled(activity);
    },
    update: changes.notify,
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
