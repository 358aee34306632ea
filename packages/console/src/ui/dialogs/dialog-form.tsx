import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

/** A form in a window, which closes when what it sends has succeeded. */
export function DialogForm({
  title,
  submit,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  /** The text of the button. */
  readonly submit: string;
  /** Gets the fields, as a form has them. */
  readonly onSubmit: (text: (name: string) => string) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={submit}
        onSubmit={async (text) => {
          await onSubmit(text);
          onClose();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
