import { createContext, type ComponentChildren, type JSX } from "preact";
import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";

/** A short message at the bottom of the page. */
export interface Toast {
  readonly text: string;
  readonly isError?: boolean;
  /** Reverts the action. The message stays until it is closed, or another page is opened. */
  readonly undo?: () => void;
}

interface ToastActions {
  readonly show: (toast: Toast) => void;
  readonly clear: () => void;
}

type ShownToast = Toast & { readonly id: number };

/** Milliseconds that a message without an action is shown while neither the pointer nor the focus is on it. */
const SHOWN_MS = 8000;
/** The most messages without an action that are shown; the newest are kept. */
const MAX_PLAIN = 3;

const ToastContext = createContext<ToastActions>({ show() {}, clear() {} });

/** Shows a short message. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext).show;
}

/** Removes the messages when another page is opened, because that page does not show what they could undo. */
export function useToastsOfPage(path: string): void {
  const { clear } = useContext(ToastContext);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) clear();
    shown.current = path;
  }, [path]);
}

/** The area in which short messages are shown, and announced to screen readers. */
export function Toasts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const remove = useCallback((id: number) => {
    setToasts((before) => before.filter((toast) => toast.id !== id));
  }, []);
  const actions = useMemo(() => {
    let last = 0;
    return {
      show(toast: Toast) {
        const id = ++last;
        setToasts((before) => withoutOld([...before, { ...toast, id }]));
      },
      clear: () => setToasts((before) => before.filter(({ undo }) => undo === undefined)),
    };
  }, []);
  return (
    <ToastContext.Provider value={actions}>
      {children}
      <div class="toasts" role="status">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onRemove={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

function withoutOld(toasts: readonly ShownToast[]): ShownToast[] {
  const plain = new Set(toasts.filter(({ undo }) => undo === undefined).slice(-MAX_PLAIN));
  return toasts.filter((toast) => toast.undo !== undefined || plain.has(toast));
}

function ToastLine({
  toast: { text, isError, undo },
  onRemove,
}: {
  readonly toast: Toast;
  readonly onRemove: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const stays = undo !== undefined || hasPointer || hasFocus;
  // A layout effect, because an effect that waits for the next frame may run after the timer should have ended.
  useLayoutEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(onRemove, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays]);
  function close(): void {
    // The button with the focus disappears.
    document.getElementById("content")?.focus({ preventScroll: true });
    onRemove();
  }
  return (
    <div
      class={isError === true ? "toast error" : "toast"}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocusIn={() => setFocus(true)}
      onFocusOut={() => setFocus(false)}
    >
      <span>{text}</span>
      {undo && (
        <button
          type="button"
          onClick={() => {
            undo();
            close();
          }}
        >
          {t("app.undo")}
        </button>
      )}
      <button type="button" aria-label={t("app.close")} onClick={close}>
        ×
      </button>
    </div>
  );
}
