import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../forms/act-button.tsx";

/**
 * The end of a list that has further parts: loads the next part when it becomes visible, or by its button after
 * a failure.
 */
export function More({
  count,
  more,
  isInSight,
}: {
  /** The number of rows. */
  readonly count: number;
  /** Loads the following part; `undefined` at the end of the list. */
  readonly more: (() => Promise<void>) | undefined;
  readonly isInSight: boolean;
}): JSX.Element | null {
  const { t } = useLanguage();
  const isAsking = useRef(false);
  /** Counts the loaded parts, because the list may have been started again and have the same length as before. */
  const [parts, setParts] = useState(0);
  useEffect(() => {
    if (more === undefined || !isInSight || isAsking.current) return;
    isAsking.current = true;
    const load = async (): Promise<void> => {
      try {
        await more();
        setParts((before) => before + 1);
      } catch {
        // The visitor can try again by the button.
      } finally {
        isAsking.current = false;
      }
    };
    void load();
  }, [count, isInSight, parts, more === undefined]);
  if (more === undefined) return null;
  return <ActButton onAct={more}>{t("app.more")}</ActButton>;
}
