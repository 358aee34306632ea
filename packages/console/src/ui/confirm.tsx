import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

/** Asks before something is done that cannot be undone. */
export function Confirm({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** The text of the button that does it. */
  readonly action: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Form
        submit={action}
        onSubmit={async () => {
          await onConfirm();
          onClose();
        }}
      >
        {null}
      </Form>
    </Dialog>
  );
}
