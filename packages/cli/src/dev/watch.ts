import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Milliseconds of quiet after which a file counts as written. */
const QUIET_MS = 20;

/**
 * Tells when a file was written. Its folder is watched, since editors put a new file in the place of
 * the old one.
 */
export function watchFiles(paths: readonly string[], onChange: (path: string) => void): Disposable {
  const timers = new Map<string, NodeJS.Timeout>();
  const changed = (path: string): void => {
    clearTimeout(timers.get(path));
    timers.set(
      path,
      setTimeout(() => onChange(path), QUIET_MS),
    );
  };
  const watchers = [...new Set(paths.map((path) => dirname(path)))].map((folder): FSWatcher => {
    const inside = paths.filter((path) => dirname(path) === folder);
    const watcher = watch(folder, (_event, name) => {
      // Not every system says which file it was.
      for (const path of inside) if (name === null || name === basename(path)) changed(path);
    });
    // A deleted folder is no longer watched; loaded plugins stay.
    return watcher.on("error", () => watcher.close());
  });
  return {
    [Symbol.dispose]() {
      for (const watcher of watchers) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
