import { checkSession } from "../../session-check.ts";
import { AGAIN_MS } from "./try-again.ts";

/** Receives the data of an event. */
export type OnStreamEvent = (data: unknown) => void;

/** A stream of the host, as all components of this tab have it. */
interface SharedStream {
  readonly listeners: Set<OnStreamEvent>;
  close(): void;
}

const streams = new Map<string, SharedStream>();

/**
 * Listens to a stream of server-sent events. All tabs of a browser share one connection for each stream:
 * browsers open only six to a host over HTTP/1.1, and each further request would wait.
 *
 * @returns what ends it
 */
export function listenToStream(path: string, onEvent: OnStreamEvent): () => void {
  const stream = streams.get(path) ?? openStream(path);
  streams.set(path, stream);
  stream.listeners.add(onEvent);
  return () => {
    stream.listeners.delete(onEvent);
    if (stream.listeners.size > 0) return;
    stream.close();
    streams.delete(path);
  };
}

/**
 * The tab that holds the lock of the stream's name has the connection, and passes its events on to the
 * others. A tab that comes into sight takes the lock: systems may suspend those that are out of sight.
 */
function openStream(path: string): SharedStream {
  const name = `botwright:${path}`;
  const listeners = new Set<OnStreamEvent>();
  const channel = new BroadcastChannel(name);
  let turn: AbortController | undefined;
  let isLeading = false;

  function deliver(data: unknown): void {
    for (const onEvent of listeners) onEvent(data);
  }

  function connect(): () => void {
    isLeading = true;
    const close = openConnection(path, (data) => {
      deliver(data);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      channel.postMessage(data);
    });
    return () => {
      isLeading = false;
      close();
    };
  }

  /** Waits for the lock, or takes it, and has the connection until it is taken away. */
  async function lead(steal: boolean): Promise<void> {
    turn?.abort();
    const own = (turn = new AbortController());
    const ending = Promise.withResolvers<void>();
    own.signal.addEventListener("abort", () => ending.resolve());
    let disconnect: (() => void) | undefined;
    const hold = async (): Promise<void> => {
      if (own.signal.aborted) return;
      disconnect = connect();
      await ending.promise;
    };
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: own.signal }, hold);
    } catch {
      // Another tab has taken the lock, or this one gives up waiting.
    }
    disconnect?.();
    if (!own.signal.aborted) void lead(false);
  }

  function onVisible(): void {
    if (document.visibilityState === "visible" && !isLeading) void lead(true);
  }

  channel.addEventListener("message", ({ data }) => deliver(data));
  // Pages without TLS have no locks: each tab has a connection of its own.
  const isShared = "locks" in navigator;
  const disconnect = isShared ? undefined : connect();
  if (isShared) {
    void lead(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", onVisible);
  }
  return {
    listeners,
    close() {
      document.removeEventListener("visibilitychange", onVisible);
      turn?.abort();
      disconnect?.();
      channel.close();
    },
  };
}

/** Connects; again by itself when the connection breaks, and after a while when the host refuses it. */
function openConnection(path: string, onEvent: OnStreamEvent): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  let isBroken = false;
  function open(): void {
    source = new EventSource(path);
    source.addEventListener("open", () => {
      // The host is back.
      if (isBroken) checkSession();
      isBroken = false;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) =>
      onEvent(JSON.parse(data)),
    );
    source.addEventListener("error", () => {
      isBroken = true;
      // The host ends the streams of a session with the session.
      checkSession();
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
