import type { ChangeSignal } from "./change-signal.ts";
import type { Feed } from "./feed.ts";
import type { Notices } from "./notices.ts";
import type { PlatformState } from "../platforms/platform-state.ts";
import { viewPlatforms } from "../platforms/platform-view.ts";

/** The data that the event streams send. */
export interface EventSources {
  readonly platforms: readonly PlatformState[];
  readonly feed: Feed;
  readonly notices: Notices;
  /** The title and the other texts of the page. */
  readonly words: object;
  /** Notified whenever one of the sources may have changed. */
  readonly changes: ChangeSignal;
}

/** The event streams of all open pages. */
export interface EventStreams {
  /**
   * Server-sent events: the texts of the page, the platforms whenever they change, and the whole feed
   * from its beginning. A page that has reconnected starts again.
   */
  open(): Response;
  /** Ends all streams. */
  close(): void;
}

/** Creates {@link EventStreams}. */
export function createEventStreams(sources: EventSources): EventStreams {
  const { changes } = sources;
  let isClosed = false;

  function openStream(): ReadableStream<Uint8Array> {
    const readNews = createReader(sources);
    const encoder = new TextEncoder();
    const client = { isGone: false };
    return new ReadableStream({
      // Called when the client has room for more; a slow client receives many changes in one chunk.
      async pull(controller) {
        while (!client.isGone) {
          if (isClosed) return controller.close();
          const change = changes.next();
          const text = readNews();
          if (text !== "") return controller.enqueue(encoder.encode(text));
          await change;
        }
        return undefined;
      },
      cancel() {
        client.isGone = true;
        // Ends the waiting pull.
        changes.notify();
      },
    });
  }

  return {
    open: () =>
      new Response(openStream(), {
        headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
      }),
    close() {
      isClosed = true;
      changes.notify();
    },
  };
}

/** Makes a function that returns the events which a stream has not sent yet; `""` if there are none. */
function createReader({ platforms, feed, notices, words }: EventSources): () => string {
  let feedPosition = 0;
  let noticePosition = notices.start;
  let lastPlatforms = "";
  let isFirst = true;
  return () => {
    let text = isFirst ? eventOf("page", words) : "";
    isFirst = false;
    const current = eventOf("platforms", viewPlatforms(platforms));
    if (current !== lastPlatforms) text += current;
    lastPlatforms = current;
    for (const { kind, ...entry } of feed.since(feedPosition)) {
      text += eventOf(kind, entry);
      feedPosition += 1;
    }
    for (const notice of notices.since(noticePosition)) {
      text += eventOf("notice", notice);
      noticePosition += 1;
    }
    return text;
  };
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
