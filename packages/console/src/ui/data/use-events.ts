import { useEffect, useRef } from "preact/hooks";
import { listenToStream, type OnStreamEvent } from "./shared-stream.ts";

/** Listens to a stream of the host while the component is mounted; `undefined`: to none. */
export function useEvents(path: string | undefined, onEvent: OnStreamEvent): void {
  const handler = useRef(onEvent);
  handler.current = onEvent;
  useEffect(() => {
    if (path === undefined) return undefined;
    return listenToStream(path, (data) => handler.current(data));
  }, [path]);
}
