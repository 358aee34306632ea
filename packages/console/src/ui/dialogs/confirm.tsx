import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton({
  text,
  label,
  title,
  onConfirm,
  children,
}: {
  /** Of the button, and of the one that confirms. */
  readonly text: string;
  /** For screen readers, where the text alone does not say what it is about. */
  readonly label?: string;
  /** The question. */
  readonly title: string;
  /** Gets the fields of `children`, as a form has them. */
  readonly onConfirm: (text: (name: string) => string) => Promise<void>;
  /** What will happen. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" class="danger" aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <Form
            submit={text}
            onCancel={close}
            onSubmit={async (field) => {
              await onConfirm(field);
              close();
            }}
          >
            {children}
          </Form>
        </Dialog>
      )}
    </>
  );
}
