import { type ComponentChildren, createElement, type JSX, type TargetedInputEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useSavedValue } from "./use-saved-value.ts";

/** The properties of every field of a form. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Says what is wrong with the value. */
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
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error !== undefined,
      })}
      {hint && <small id={hintId}>{hint}</small>}
      {error && (
        <small id={errorId} class="error" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

/** The attributes that connect an input with its label, hint and error. */
export interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** The properties of a single-line text field. */
export interface TextFieldProps extends FieldProps {
  readonly name: string;
  readonly type?: "text" | "email" | "password" | "url" | "search" | "number";
  readonly value?: string;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly minlength?: number;
  readonly maxlength?: number;
  /** A regular expression that the whole value matches. */
  readonly pattern?: string;
  readonly step?: string;
  readonly min?: number;
  readonly max?: number;
  readonly inputMode?: "numeric";
  readonly onValue?: (value: string) => void;
}

/**
 * A single-line text field. `value` is the initial value; with `onValue`, it is the current value.
 */
export function TextField({
  label,
  hint,
  error,
  onValue,
  type,
  value,
  ...input
}: TextFieldProps): JSX.Element {
  const onInput = (event: TargetedInputEvent<HTMLInputElement>): void =>
    onValue?.(event.currentTarget.value);
  const ref = useSavedValue<HTMLInputElement>(value);
  // Preact sets `value` at each rendering, so that typed text would be lost when the page is rendered again.
  const content = onValue === undefined ? { defaultValue: value } : { value };
  return (
    <Field label={label} hint={hint} error={error}>
      {/* The types of Preact want a literal here; `type` is one of several. */}
      {(ids) =>
        createElement("input", { ...ids, ...input, ...content, ref, type: type ?? "text", onInput })
      }
    </Field>
  );
}

/** A text field of several lines, with the initial text `value`. */
export function TextArea({
  label,
  hint,
  error,
  value,
  ...input
}: FieldProps & {
  readonly name: string;
  readonly value: string;
  readonly rows: number;
  readonly maxLength?: number;
  readonly placeholder?: string | undefined;
}): JSX.Element {
  const ref = useSavedValue<HTMLTextAreaElement>(value);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea {...ids} {...input} ref={ref} defaultValue={value} />}
    </Field>
  );
}

/** A checkbox with the initial state `value`. */
export function Tick({
  label,
  name,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: boolean;
}): JSX.Element {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // Of the two that there are, a tick that differs from what was saved before is what is saved now.
    if (ref.current !== null) ref.current.checked = value;
  }, [value]);
  return (
    <label class="choice field">
      <input type="checkbox" name={name} defaultChecked={value} ref={ref} /> {label}
    </label>
  );
}
