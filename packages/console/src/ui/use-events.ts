import { useEffect, useRef } from "preact/hooks";

/** Listens to server-sent events as long as the component is shown; the browser connects again by itself. */
export function useEvents(
  path: string | undefined,
  onEvent: (type: string, data: unknown) => void,
  types: readonly string[],
): void {
  const handler = useRef(onEvent);
  handler.current = onEvent;
  useEffect(() => {
    if (path === undefined) return undefined;
    const source = new EventSource(path);
    for (const type of types) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        handler.current(type, JSON.parse(event.data));
      });
    }
    return () => source.close();
  }, [path, types.join(",")]);
}
