import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

/** A form in a dialog, which closes when the request has succeeded. */
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
  /** Called with a function that reads the fields. */
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
