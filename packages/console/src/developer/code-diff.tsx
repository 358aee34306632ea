import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";

/** Shows the differences between two versions of a file. */
export function CodeDiff({
  label,
  before,
  now,
}: {
  /** For screen readers. */
  readonly label: string;
  readonly before: string;
  readonly now: string;
}): JSX.Element {
  const { language } = useLanguage();
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isShown = true;
    async function open(): Promise<void> {
      const { openDiff } = await import("./editor.ts");
      if (!isShown || parent.current === null) return;
      close = openDiff({
        parent: parent.current,
        label,
        language,
        before,
        now,
      });
    }
    void open();
    return () => {
      isShown = false;
      close?.();
    };
  }, [label, before, now, language]);
  return <div ref={parent} />;
}
