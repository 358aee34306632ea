import type { ChangeTopic } from "@botwright/host";
import { useEffect, useRef } from "preact/hooks";
import { useEvents } from "./use-events.ts";

/** Milliseconds in which several events count as one, because a stream begins with one event for each object. */
const TOGETHER_MS = 100;

/** The path of the stream of changes in the account. */
export const CHANGES = "/api/changes";

/** Calls back when data of this topic has changed: in another tab, by a plugin, or by an administrator. */
export function useChanges(topic: ChangeTopic, onChange: () => void): void {
  useEventsTogether(
    CHANGES,
    onChange,
    (data) => typeof data === "object" && data !== null && Reflect.get(data, "topic") === topic,
  );
}

/** Calls back once for several events of a stream in a short time. */
export function useEventsTogether(
  path: string | undefined,
  onEvents: () => void,
  isMeant: (data: unknown) => boolean = () => true,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const handler = useRef(onEvents);
  handler.current = onEvents;
  useEvents(path, (data) => {
    if (!isMeant(data)) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      handler.current();
    }, TOGETHER_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
