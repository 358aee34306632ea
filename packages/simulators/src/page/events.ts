import { setTimeout as sleep } from "node:timers/promises";
import type { Feed } from "./feed.ts";
import type { Notices } from "./notices.ts";
import type { PagePlatform } from "./platform.ts";
import { viewPlatforms } from "./platform-view.ts";

/** How often is looked for news while a page is open, in milliseconds. */
const LOOK_MS = 50;

/** What the pages are told of. */
export interface EventSources {
  readonly platforms: readonly PagePlatform[];
  readonly feed: Feed;
  readonly notices: Notices;
  /** What the page says of itself. */
  readonly words: object;
}

/** Everything that happens, for any number of open pages. */
export interface EventStreams {
  /**
   * Server-sent events: what the page says, the platforms whenever they change, and the whole feed
   * from its beginning. A page that has lost the connection starts over.
   */
  open(): Response;
  close(): void;
}

/** Makes {@link EventStreams}. */
export function createEventStreams(sources: EventSources): EventStreams {
  const closing = new AbortController();

  /** What is read slowly is looked for as slowly; nobody reading ends it. */
  async function* tell(): AsyncGenerator<Uint8Array> {
    const look = createLook(sources);
    const encoder = new TextEncoder();
    while (!closing.signal.aborted) {
      const text = look();
      if (text !== "") yield encoder.encode(text);
      await sleep(LOOK_MS);
    }
  }

  return {
    open: () =>
      new Response(ReadableStream.from(tell()), {
        headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
      }),
    close() {
      closing.abort();
    },
  };
}

/** What has not been told yet, each time that it is called. */
function createLook({ platforms, feed, notices, words }: EventSources): () => string {
  let place = 0;
  let told = notices.start;
  let shown = "";
  let isFirst = true;
  return () => {
    let text = isFirst ? eventOf("page", words) : "";
    isFirst = false;
    const views = eventOf("platforms", viewPlatforms(platforms));
    if (views !== shown) text += views;
    shown = views;
    for (const { kind, ...entry } of feed.since(place)) {
      text += eventOf(kind, entry);
      place += 1;
    }
    for (const notice of notices.since(told)) {
      text += eventOf("notice", notice);
      told += 1;
    }
    return text;
  };
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
