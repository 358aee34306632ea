import { useEventsTogether } from "./use-changes.ts";
import { type Loaded, useData } from "./use-data.ts";

/** Loads data, and loads it again when a stream of the host says that it has changed. */
export function useLive<T>(
  load: () => Promise<T>,
  keys: readonly unknown[],
  /** The stream's path; `undefined` when the data no longer changes. */
  stream: string | undefined,
): Loaded<T> {
  const loaded = useData(load, keys);
  useEventsTogether(stream, loaded.reload);
  return loaded;
}
