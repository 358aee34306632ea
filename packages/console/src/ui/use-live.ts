import { useEffect, useRef } from "preact/hooks";
import { type Loaded, useData } from "./use-data.ts";
import { useEvents } from "./use-events.ts";

/** Milliseconds in which events count as one: a stream begins with one event for each object. */
const TOGETHER_MS = 100;
const MESSAGES = ["message"];

/** Loads data, and loads it again when a stream of the host says that it has changed. */
export function useLive<T>(
  load: () => Promise<T>,
  keys: readonly unknown[],
  /** The stream's address; `undefined`: nothing changes any more. */
  stream: string | undefined,
): Loaded<T> {
  const loaded = useData(load, keys);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEvents(
    stream,
    () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        loaded.reload();
      }, TOGETHER_MS);
    },
    MESSAGES,
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return loaded;
}
