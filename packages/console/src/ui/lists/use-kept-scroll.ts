import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";

const STORED = "botwright.scroll";
/** The most pages whose position is stored. */
const MAX_ENTRIES = 20;
/** Milliseconds without scrolling before the position is stored. */
const QUIET_MS = 150;

/**
 * Restores the scroll position of a page after a reload and after "back"; a newly opened page
 * starts at its top.
 */
export function useKeptScroll(isReady: boolean): void {
  const place = useLocation();
  const { path, query } = place;
  // The number of loaded rows does not belong to the identity of a page.
  const { rows: _rows, ...rest } = query;
  const key = `${path}?${new URLSearchParams(rest).toString()}`;
  const restored = useRef<string>(undefined);
  useEffect(() => {
    if (!isReady || restored.current !== undefined) return;
    restored.current = key;
    const top = read()[key];
    // The router sets `wasPush`, which tells a link from "back", but its types omit it.
    const isNew = Reflect.get(place, "wasPush") === true;
    if (!isNew && top !== undefined) scrollTo(0, top);
  }, [isReady]);
  useEffect(() => {
    if (!isReady) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = (): void => write(key, scrollY);
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(store, QUIET_MS);
    };
    addEventListener("scroll", later, { passive: true });
    // Before a reload, the position is stored at once.
    addEventListener("pagehide", store);
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", later);
      removeEventListener("pagehide", store);
    };
  }, [key, isReady]);
}

function read(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    const entries = Object.entries(Object(stored)).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function write(key: string, top: number): void {
  const { [key]: _old, ...others } = read();
  const kept = [...Object.entries(others), [key, top]].slice(-MAX_ENTRIES);
  sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
}
