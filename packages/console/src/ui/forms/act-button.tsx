import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../i18n/error-words.ts";
import { useToast } from "../toasts.tsx";

/** A button that does something at the host: it waits meanwhile, and an error is shown at the foot of the page. */
export function ActButton({
  onAct,
  kind,
  label,
  disabled = false,
  children,
}: {
  readonly onAct: () => Promise<void>;
  readonly kind?: "primary" | "danger" | "link";
  /** For screen readers, where the text alone does not say what it is about. */
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
      // A button that is disabled loses the focus.
      aria-disabled={isBusy}
      onClick={() => void act()}
    >
      {children}
    </button>
  );
}
