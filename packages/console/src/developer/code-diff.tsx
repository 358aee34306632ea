import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";

/** What differs between two versions of a file. */
export function CodeDiff({
  before,
  now,
}: {
  readonly before: string;
  readonly now: string;
}): JSX.Element {
  const { t } = useLanguage();
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isShown = true;
    void import("./editor.ts").then(({ openDiff }) => {
      if (isShown && parent.current !== null) {
        close = openDiff(parent.current, t("dev.diff"), before, now);
      }
    });
    return () => {
      isShown = false;
      close?.();
    };
  }, [before, now, t]);
  return <div class="code" ref={parent} />;
}
