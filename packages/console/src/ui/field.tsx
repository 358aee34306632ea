import type { ComponentChildren, JSX, LooseInputHTMLAttributes } from "preact";
import { useId } from "preact/hooks";

/** What every field of a form has. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
}

/** Puts a label, a hint and an error around an input; screen readers read all three. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly children: (ids: FieldIds) => ComponentChildren }): JSX.Element {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": error !== undefined })}
      {hint && <small id={hintId}>{hint}</small>}
      {error && (
        <small id={errorId} class="error" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

/** The attributes that connect an input with its label and its words. */
export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A line of text. */
export function TextField({
  label,
  hint,
  error,
  onValue,
  ...input
}: FieldProps & { readonly onValue?: (value: string) => void } & Omit<
    LooseInputHTMLAttributes<HTMLInputElement>,
    "label"
  >): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <input {...ids} {...input} onInput={(event) => onValue?.(event.currentTarget.value)} />
      )}
    </Field>
  );
}
