import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Milliseconds of quiet after which a file counts as written. */
const QUIET_MS = 20;

/** Tells when files were written. */
export interface FileWatcher extends Disposable {
  /** Sets which files: absolute paths. */
  readonly watch: (paths: Iterable<string>) => void;
}

/**
 * Tells when one of some files was written. Their folders are watched, since editors put a new file in the
 * place of the old one.
 */
export function createFileWatcher(onChange: (path: string) => void): FileWatcher {
  const timers = new Map<string, NodeJS.Timeout>();
  const watchers = new Map<string, FSWatcher>();
  let watched: ReadonlySet<string> = new Set();

  const changed = (path: string): void => {
    clearTimeout(timers.get(path));
    timers.set(
      path,
      setTimeout(() => onChange(path), QUIET_MS),
    );
  };

  function open(folder: string): FSWatcher {
    const watcher = watch(folder, (_event, name) => {
      for (const path of watched) {
        // Not every system says which file it was.
        const isThis = name === null || name === basename(path);
        if (isThis && dirname(path) === folder) changed(path);
      }
    });
    // A deleted folder is no longer watched; loaded plugins stay.
    return watcher.on("error", () => {
      watcher.close();
      watchers.delete(folder);
    });
  }

  return {
    watch(paths) {
      watched = new Set(paths);
      const folders = new Set([...watched].map((path) => dirname(path)));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) {
        if (!watchers.has(folder)) watchers.set(folder, open(folder));
      }
    },
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
