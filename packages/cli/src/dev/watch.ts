import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Milliseconds of quiet after which a file counts as written. */
const QUIET_MS = 20;

/** Options of {@link watchFiles}. */
export interface WatchOptions {
  /** Folders in which files come and go. */
  readonly folders: readonly string[];
  /** Called with the path of a file that was written or deleted. */
  readonly onChange: (path: string) => void;
  /** Called with the path of a file in one of the folders that is not itself watched. */
  readonly onOther: (path: string) => void;
}

/** Tells when files were written. */
export interface FileWatcher extends Disposable {
  /** Watches these files from now on, in the place of those before. */
  readonly watch: (paths: readonly string[]) => void;
}

/**
 * Watches files by their folders, since editors put a new file in the place of the old one.
 *
 * @example
 * using watcher = watchFiles({ folders: [], onChange: load, onOther: () => {} });
 * watcher.watch(["/home/ann/plugin.js"]);
 */
export function watchFiles({ folders, onChange, onOther }: WatchOptions): FileWatcher {
  const timers = new Map<string, NodeJS.Timeout>();
  const watchers = new Map<string, FSWatcher>();
  let files: ReadonlySet<string> = new Set();

  function changed(path: string): void {
    clearTimeout(timers.get(path));
    const tell = (): void => {
      timers.delete(path);
      (files.has(path) ? onChange : onOther)(path);
    };
    timers.set(path, setTimeout(tell, QUIET_MS));
  }

  function open(folder: string): void {
    const watcher = watch(folder, (_event, name) => {
      // Not every system says which file it was.
      for (const path of files) {
        if (dirname(path) === folder && (name === null || name === basename(path))) changed(path);
      }
      if (!folders.includes(folder)) return;
      const path = join(folder, name ?? "");
      if (!files.has(path)) changed(path);
    });
    // A deleted folder is no longer watched; loaded plugins stay.
    watcher.on("error", () => watcher.close());
    watchers.set(folder, watcher);
  }

  return {
    watch(paths) {
      files = new Set(paths);
      const needed = new Set([...folders, ...paths.map((path) => dirname(path))]);
      for (const [folder, watcher] of watchers) {
        if (needed.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of needed) if (!watchers.has(folder)) open(folder);
    },
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
