import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";

/** What gets the focus first: a field of a form, otherwise the button that cancels. */
const FIRST = ["input, select, textarea", "[data-cancel]"];

/**
 * A modal dialog: the browser's own element, which keeps the focus inside, closes on Escape, and returns the
 * focus to the previous element.
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
    // A dialog that is removed while it is open does not return the focus itself.
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
        // The event of a removed dialog comes later, when another one may be open.
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
