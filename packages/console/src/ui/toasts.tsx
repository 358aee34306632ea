import { createContext, type ComponentChildren, type JSX } from "preact";
import { useCallback, useContext, useMemo, useState } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";

/** A short message at the foot of the page. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  /** Takes back what was done. */
  readonly undo?: () => void;
}

const SHOWN_MS = 8000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows a short message. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** The place where short messages are shown, and read out. */
export function Toasts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { t } = useLanguage();
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([]);
  const remove = useCallback((id: number) => {
    setToasts((before) => before.filter((toast) => toast.id !== id));
  }, []);
  const show = useMemo(() => {
    let last = 0;
    return (toast: Toast) => {
      const id = ++last;
      setToasts((before) => [...before.slice(-2), { ...toast, id }]);
      setTimeout(() => remove(id), SHOWN_MS);
    };
  }, [remove]);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toasts" role="status">
        {toasts.map(({ id, text, isError, undo }) => (
          <div key={id} class={isError === true ? "toast error" : "toast"}>
            <span>{text}</span>
            {undo && (
              <button
                type="button"
                onClick={() => {
                  undo();
                  remove(id);
                }}
              >
                {t("app.undo")}
              </button>
            )}
            <button type="button" aria-label={t("app.close")} onClick={() => remove(id)}>
              ×
            </button>
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}
