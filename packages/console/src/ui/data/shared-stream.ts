import { checkSession } from "../../session-check.ts";
import { AGAIN_MS } from "./try-again.ts";

/** Receives the data of an event. */
export type OnStreamEvent = (data: unknown) => void;

/** A stream of the host that all components of this tab share. */
interface SharedStream {
  readonly listeners: Set<OnStreamEvent>;
  close(): void;
}

const streams = new Map<string, SharedStream>();

/**
 * Listens to a stream of server-sent events. All tabs of a browser share one connection for each stream:
 * browsers open only six to a host over HTTP/1.1, and each further request would wait.
 *
 * @returns a function that stops listening
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
 * The tab that holds the lock of the stream's name has the connection, and passes its events to the other
 * tabs. A tab that becomes visible steals the lock, because systems may suspend hidden tabs.
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

  /** Waits for the lock, or steals it, and keeps the connection until another tab steals the lock. */
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
      // Another tab has stolen the lock, or this tab has stopped waiting.
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

/** Connects. The browser reconnects after a break, and this function does after the host has refused. */
function openConnection(path: string, onEvent: OnStreamEvent): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  let isBroken = false;
  function open(): void {
    source = new EventSource(path);
    source.addEventListener("open", () => {
      // The host can be reached again.
      if (isBroken) checkSession();
      isBroken = false;
    });
    source.addEventListener("message", ({ data }: MessageEvent<string>) =>
      onEvent(JSON.parse(data)),
    );
    source.addEventListener("error", () => {
      isBroken = true;
      // The host ends the streams of a session together with the session.
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
