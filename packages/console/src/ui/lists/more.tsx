import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../forms/act-button.tsx";

/**
 * The end of a list that goes on: loads the following part when it comes into sight, or by its button where
 * that has failed.
 */
export function More({
  count,
  more,
  isInSight,
}: {
  /** How many rows there are. */
  readonly count: number;
  /** Loads the following part; `undefined` at the end of the list. */
  readonly more: (() => Promise<void>) | undefined;
  readonly isInSight: boolean;
}): JSX.Element | null {
  const { t } = useLanguage();
  const isAsking = useRef(false);
  /** Counts the parts that came: the list may have begun anew meanwhile, and be as long as before. */
  const [parts, setParts] = useState(0);
  useEffect(() => {
    if (more === undefined || !isInSight || isAsking.current) return;
    isAsking.current = true;
    const load = async (): Promise<void> => {
      try {
        await more();
        setParts((before) => before + 1);
      } catch {
        // The button is there to try again.
      } finally {
        isAsking.current = false;
      }
    };
    void load();
  }, [count, isInSight, parts, more === undefined]);
  if (more === undefined) return null;
  return <ActButton onAct={more}>{t("app.more")}</ActButton>;
}
