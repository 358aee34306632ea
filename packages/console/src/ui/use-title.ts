import { useEffect } from "preact/hooks";

const NAME = document.title;

/** Sets the page's title, for the browser's tabs and history, to its heading. */
export function useTitle(): void {
  useEffect(() => {
    const name = (): void => {
      const heading = document.querySelector("main h1")?.textContent?.trim() ?? "";
      const title = heading === "" ? NAME : `${heading} · ${NAME}`;
      if (document.title !== title) document.title = title;
    };
    const observer = new MutationObserver(name);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    name();
    return () => observer.disconnect();
  }, []);
}
