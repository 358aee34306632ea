import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";
import { wordsOf } from "./form.tsx";
import { useToast } from "./toasts.tsx";
import { type Loaded, useData } from "./use-data.ts";

/** A part of a list whose rows have ids. */
interface Page<T> {
  readonly items: readonly T[];
  /** `before` of the next page; `null`: there is none. */
  readonly next: number | null;
}

/** Loads a list page by page; `more` is the button that loads the next one, while there is one. */
export function usePages<T>(
  load: (before?: number) => Promise<Page<T>>,
  keys: readonly unknown[],
): { readonly loaded: Loaded<Page<T>>; readonly more: JSX.Element | null } {
  const { t } = useLanguage();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const loaded = useData<Page<T>>(() => load(), keys);
  const { data, set } = loaded;
  async function loadMore(before: number): Promise<void> {
    setBusy(true);
    try {
      const page = await load(before);
      set({ items: [...(data?.items ?? []), ...page.items], next: page.next });
    } catch (error) {
      toast({ text: wordsOf(error), isError: true });
    }
    setBusy(false);
  }
  const next = data?.next ?? null;
  const more =
    next === null ? null : (
      <button type="button" disabled={isBusy} onClick={() => void loadMore(next)}>
        {t("app.more")}
      </button>
    );
  return { loaded, more };
}
