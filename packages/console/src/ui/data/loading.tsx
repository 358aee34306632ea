import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../../i18n/error-words.ts";
import { useLanguage } from "../../i18n/index.ts";
import type { Loaded } from "./use-data.ts";

/** Renders loaded data; shows what to do when loading or reloading has failed. */
export function Show<T>({
  of,
  heading,
  children,
}: {
  readonly of: Loaded<T>;
  /** The heading of a page whose own heading is part of the data; shown when loading has failed. */
  readonly heading?: string;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const { data, error, isLoading, reload } = of;
  if (data !== undefined) {
    return (
      <div aria-busy={isLoading}>
        {/* What is shown may be old by now. */}
        {error !== undefined && <LoadFailure error={error} onRetry={reload} />}
        {children(data)}
      </div>
    );
  }
  if (error !== undefined) {
    return (
      <>
        {heading !== undefined && <h1>{heading}</h1>}
        <LoadFailure error={error} onRetry={reload} />
      </>
    );
  }
  return (
    <p class="quiet" role="status">
      {t("app.loading")}
    </p>
  );
}

/** The error of a failed load, and a button that tries again. */
export function LoadFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const words = useWords();
  return (
    <div class="notice error" role="alert">
      <p>
        {t("app.failed")} {words(error)}
      </p>
      <button type="button" onClick={onRetry}>
        {t("app.retry")}
      </button>
    </div>
  );
}

/** Shown for an empty list; says what to do. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p>{title}</p>
      {children}
    </div>
  );
}
