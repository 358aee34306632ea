import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Milliseconds without a change after which a file counts as written. */
const QUIET_MS = 20;

/** Options of {@link watchFiles}. */
export interface WatchOptions {
  /** Folders in which files are added and removed. */
  readonly folders: readonly string[];
  /** Called with the path of a file that was written or deleted, or of a new folder that contains one. */
  readonly onChange: (path: string) => void;
  /** Called with the path of a file in one of the folders that is not itself watched. */
  readonly onOther: (path: string) => void;
}

/** Reports when files were written. */
export interface FileWatcher extends Disposable {
  /**
   * Watches these files from now on, instead of the previous ones.
   *
   * @param missing paths that did not exist when the build looked for them; one that exists by now counts as changed
   */
  readonly watch: (paths: readonly string[], missing?: readonly string[]) => void;
}

/**
 * Watches files through their folders, because editors replace a file by a new one.
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
    const watcher = openWatcher(folder, (_event, name) => {
      // Some systems do not report the name of the file.
      for (const path of files) {
        if (dirname(path) === folder && (name === null || name === basename(path))) changed(path);
      }
      if (!folders.includes(folder)) return;
      const path = join(folder, name ?? "");
      if (!files.has(path)) changed(path);
    });
    if (watcher === undefined) return;
    // A deleted folder is no longer watched; loaded plugins stay.
    watcher.on("error", () => watcher.close());
    watchers.set(folder, watcher);
  }

  return {
    watch(paths, missing = []) {
      const awaited = missing.map(firstMissingPart);
      files = new Set([...paths.map(firstMissingPart), ...awaited]);
      const needed = new Set([...folders, ...[...files].map((path) => dirname(path))]);
      for (const [folder, watcher] of watchers) {
        if (needed.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of needed) if (!watchers.has(folder)) open(folder);
      // The file may have been created before its folder was watched.
      for (const path of awaited) if (existsSync(path)) changed(path);
    },
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** The first part of a path that does not exist; the folder that contains it exists, so it can be watched. */
function firstMissingPart(path: string): string {
  let part = path;
  while (!existsSync(dirname(part)) && dirname(part) !== part) part = dirname(part);
  return part;
}

/** Watches a folder, unless it was deleted meanwhile or may not be read. */
function openWatcher(
  folder: string,
  listener: (event: string, name: string | null) => void,
): FSWatcher | undefined {
  try {
    return watch(folder, listener);
  } catch {
    return undefined;
  }
}
