import type { MessageIds } from "../simulator.ts";
import type { UserMessage } from "../user-message.ts";
import type { SimulatorPlatform } from "../start.ts";
import type { PageActivity } from "./activity.ts";
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
  say(platform: SimulatorPlatform, message: UserMessage): Promise<MessageIds>;
  /** Shows under a person's message what became of it. */
  handled(activity: PageActivity): void;
  /** Shows a word to whoever looks at the page. */
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
  const feed = createFeed();
  const notices = new Notices();
  const events = createEventStreams({
    platforms,
    feed,
    notices,
    words: { title, about, suggestions },
  });
  let isOpen = true;
  for (const { platform, simulator } of platforms) {
    if (simulator !== undefined) void feed.follow(platform, simulator);
  }

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
    const said = await simulatorOf(place).say(message);
    feed.addSaid(place.platform, message, said);
    return said;
  }

  return {
    fetch: createRouter({ platforms, feed, events, checkSay, say }),
    say: async (platform, message) => say(findPlatform(platforms, platform), message),
    handled(activity) {
      const place = platforms.find(({ platform }) => platform === activity.platform);
      // Of real platforms no message is shown, and so nothing under it.
      if (place?.simulator !== undefined) feed.addHandled(activity);
    },
    notify: (notice) => notices.add(notice),
    close() {
      isOpen = false;
      events.close();
    },
  };
}
