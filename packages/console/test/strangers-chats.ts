import { type BotEvent, type Platform, PLATFORMS } from "@botwright/core";
import { createChatPage } from "@botwright/playground";
import type { ConsoleHost } from "./console-host.ts";

/** The simulated chats, at `/playground/` as a demo has them. */
export interface StrangersChats extends Disposable {
  readonly pages: (request: Request) => Promise<Response | undefined>;
  readonly onEvent: (platform: Platform, event: BotEvent) => void;
}

const PATH = "/playground/";

/** Creates the chats of all simulators. */
export function createStrangersChats(simulators: ConsoleHost["simulators"]): StrangersChats {
  const page = createChatPage({
    platforms: PLATFORMS.map((platform) => ({
      platform,
      simulator: simulators[platform],
      capabilities: { typing: true, quotes: true, receive: ["image", "voice", "video", "file"] },
    })),
  });
  return {
    async pages(request) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(PATH)) return undefined;
      url.pathname = url.pathname.slice(PATH.length - 1);
      return page.fetch(new Request(url, request));
    },
    onEvent: (platform, event) => page.onEvent(platform, event),
    [Symbol.dispose]: () => page.close(),
  };
}
