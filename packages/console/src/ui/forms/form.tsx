import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWords } from "../../i18n/error-words.ts";
import { useLanguage } from "../../i18n/index.ts";
import { type Question, QuestionDialog } from "../dialogs/question.tsx";
import { useToast } from "../toasts.tsx";

/**
 * A form that sends something: its button waits, its error is shown, and a password
 * manager finds its fields.
 */
export function Form({
  submit,
  ask,
  onSubmit,
  onCancel,
  children,
}: {
  /** The text of the button. */
  readonly submit: string;
  /** Returns the question that is asked before the fields are sent, if the action cannot be undone. */
  readonly ask?: (text: (name: string) => string) => Question | undefined;
  /** Called with a function that returns the text of a field by its name; `""` if there is none. */
  readonly onSubmit: (text: (name: string) => string) => Promise<void>;
  /** In a dialog: called by the button Cancel. */
  readonly onCancel?: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const words = useWords();
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false });
  const [asked, setAsked] = useState<{ question: Question; form: HTMLFormElement }>();
  const toast = useToast();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function submitted(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state.isBusy) return;
    const form = event.currentTarget;
    const question = ask?.(textsOf(new FormData(form)));
    if (question === undefined) await send(form);
    else setAsked({ question, form });
  }

  async function send(form: HTMLFormElement): Promise<void> {
    setState({ isBusy: true });
    try {
      await onSubmit(textsOf(new FormData(form)));
      // Clears saved passwords, so that they are neither shown nor sent again with the next save.
      for (const input of form.querySelectorAll("input")) {
        if (input.type === "password") input.value = "";
      }
      setState({ isBusy: false });
    } catch (error) {
      // The dialog was closed before the answer: the error is shown at the bottom of the page.
      if (isGone.current) toast({ text: words(error), isError: true });
      else setState({ isBusy: false, error: words(error) });
    }
  }

  // Not `disabled`, because a disabled button loses the focus.
  const button = (
    <button type="submit" class="primary" aria-disabled={state.isBusy}>
      {submit}
    </button>
  );
  return (
    <>
      <form onSubmit={(event) => void submitted(event)}>
        {children}
        {state.error !== undefined && (
          <p class="notice error" role="alert">
            {state.error}
          </p>
        )}
        {onCancel === undefined ? (
          button
        ) : (
          <div class="row">
            {button}
            <button type="button" data-cancel onClick={onCancel}>
              {t("app.cancel")}
            </button>
          </div>
        )}
      </form>
      {asked !== undefined && (
        <QuestionDialog
          question={asked.question}
          onClose={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined);
            void send(asked.form);
          }}
        />
      )}
    </>
  );
}

function textsOf(values: FormData): (name: string) => string {
  return (name) => {
    const value = values.get(name);
    return typeof value === "string" ? value : "";
  };
}
