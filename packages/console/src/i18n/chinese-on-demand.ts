import { useEffect, useState } from "preact/hooks";
import { useLanguage } from "./index.ts";

/** Chinese words that only some pages show: loaded when one of them is shown in Chinese. */
export interface ChineseOnDemand<Words> {
  /** The words, if they are loaded. */
  readonly loaded: () => Words | undefined;
  /** Loads them where the page is Chinese. */
  readonly use: () => OnDemand<Words>;
}

/** What a component knows of words on demand. */
interface OnDemand<Words> {
  /** `undefined` in English, until they are loaded, and where that has failed: then English is shown. */
  readonly words: Words | undefined;
  readonly isLoading: boolean;
}

/** Creates {@link ChineseOnDemand}. */
export function chineseOnDemand<Words>(load: () => Promise<Words>): ChineseOnDemand<Words> {
  let words: Words | undefined;

  function use(): OnDemand<Words> {
    const { language } = useLanguage();
    const [isSettled, setIsSettled] = useState(false);
    const isWanted = language === "zh" && words === undefined;
    useEffect(() => {
      if (!isWanted) return undefined;
      let isShown = true;
      async function start(): Promise<void> {
        try {
          words ??= await load();
        } catch {
          // English words are better than none; the next component asks again.
        }
        if (isShown) setIsSettled(true);
      }
      void start();
      return () => {
        isShown = false;
      };
    }, [isWanted]);
    return { words: language === "zh" ? words : undefined, isLoading: isWanted && !isSettled };
  }

  return { loaded: () => words, use };
}
