import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { Dialog } from "./dialog.tsx";

/** A question before an action that cannot be undone. */
export interface Question {
  readonly title: string;
  /** What will be lost. */
  readonly what: string;
  /** The text of the button that confirms. */
  readonly yes: string;
}

/** Asks a question in a window. */
export function QuestionDialog({
  question,
  onYes,
  onClose,
}: {
  readonly question: Question;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <Dialog title={question.title} onClose={onClose}>
      <p>{question.what}</p>
      <div class="row">
        <button type="button" class="danger" onClick={onYes}>
          {question.yes}
        </button>
        <button type="button" data-cancel onClick={onClose}>
          {t("app.cancel")}
        </button>
      </div>
    </Dialog>
  );
}
