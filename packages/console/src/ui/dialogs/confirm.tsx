import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({
  text,
  label,
  title,
  onConfirm,
  children,
}: {
  /** The text of the button, and of the button that confirms. */
  readonly text: string;
  /** For screen readers, if the text alone does not name the subject. */
  readonly label?: string;
  /** The question. */
  readonly title: string;
  /** Called with a function that reads the fields in `children`. */
  readonly onConfirm: (text: (name: string) => string) => Promise<void>;
  /** Says what will happen. */
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
