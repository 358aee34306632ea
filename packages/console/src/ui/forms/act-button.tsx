import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../i18n/error-words.ts";
import { useToast } from "../toasts.tsx";

/** A button that sends a request: it waits for the answer, and shows an error at the bottom of the page. */
export function ActButton({
  onAct,
  kind,
  label,
  disabled = false,
  children,
}: {
  readonly onAct: () => Promise<void>;
  readonly kind?: "primary" | "danger" | "link";
  /** For screen readers, if the text alone does not name the subject. */
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const words = useWords();
  async function act(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await onAct();
    } catch (error) {
      toast({ text: words(error), isError: true });
    } finally {
      setBusy(false);
    }
  }
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      disabled={disabled}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={isBusy}
      onClick={() => void act()}
    >
      {children}
    </button>
  );
}
