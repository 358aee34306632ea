import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";

/** What a visitor of a dialog wants to do first: fill a form in, or else read before the act. */
const FIRST = ["input, select, textarea", "[data-cancel]"];

/**
 * A window over the page: the browser's own, which keeps the focus inside, closes by Escape, and gives the
 * focus back to where it was.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    for (const selector of FIRST.toReversed()) {
      const first = shown?.querySelector(selector);
      if (first instanceof HTMLElement) first.focus();
    }
    // A window that is taken away while it is open gives no focus back by itself.
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={() => {
        // The event of a window that was taken away comes later, when another one may be open.
        if (dialog.current !== null) onClose();
      }}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" aria-label={t("app.close")} onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
