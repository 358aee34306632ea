import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";

const STORED = "botwright.scroll";
/** Pages whose place is kept. */
const MAX_ENTRIES = 20;
/** Milliseconds without scrolling before the place is stored. */
const QUIET_MS = 150;

/**
 * Keeps how far a page is scrolled over a reload and over the way back to it; a page that is opened anew
 * begins at its top.
 */
export function useKeptScroll(isReady: boolean): void {
  const place = useLocation();
  const { path, query } = place;
  // How many rows were loaded does not make it another page.
  const { rows: _rows, ...rest } = query;
  const key = `${path}?${new URLSearchParams(rest).toString()}`;
  const restored = useRef<string>(undefined);
  useEffect(() => {
    if (!isReady || restored.current !== undefined) return;
    restored.current = key;
    const top = read()[key];
    // The router's types leave out that it tells a link from a way back.
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
    // A reload does not wait for quiet.
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
