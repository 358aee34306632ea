import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLanguage } from "../../i18n/index.ts";
import { useSession } from "../../session.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { changedSince, type ChangedFields, type FormFields, withEntered } from "./draft-fields.ts";
import { type DraftKey, draftOf } from "./draft.ts";

/** Options of {@link useDraft}. */
export interface DraftOptions {
  /** The subject of the draft. */
  readonly of: DraftKey;
  /** The code that was submitted last. */
  readonly stored: string;
  /** The hash of that code; `undefined` when it was not submitted. */
  readonly sha256: string | undefined;
  /** The fields that were submitted last; a new object when they are loaded again. */
  readonly fields: FormFields;
}

/** The changed fields, and the code in the editor, with the SHA-256 of the submitted code from which it was started. */
interface EditedCode {
  readonly code: string;
  readonly base: string | undefined;
  readonly changed: ChangedFields;
}

/** The code in the editor and the fields of the form, which are a draft as soon as they differ from what was submitted. */
export interface DraftedCode {
  readonly code: string;
  /** The fields, with what the author has changed. */
  readonly fields: FormFields;
  readonly isDraft: boolean;
  /** The initial code of the editor; a new `edition` opens a new editor. */
  readonly opened: string;
  readonly edition: number;
  /** Whether it was started from other code than the code that was submitted last. */
  readonly isOutdated: boolean;
  readonly change: (code: string) => void;
  /** Called when a text was entered in a field. */
  readonly enter: (input: { readonly name: string; readonly value: string }) => void;
  /** Returns to the code and the fields that were submitted last; "Undo" restores the draft. */
  readonly discard: () => void;
  /** Called when the current code and fields were submitted, so that they are no draft any more. */
  readonly settle: () => void;
}

/**
 * Stores the text of the editor and the changed fields as a draft. When other code is submitted elsewhere, an editor without a
 * draft shows that code, and a draft stays.
 */
export function useDraft({ of, stored, sha256, fields: loaded }: DraftOptions): DraftedCode {
  const { t } = useLanguage();
  const { user } = useSession();
  const toast = useToast();
  const draft = useMemo(() => draftOf(user.id, of), [user.id, of]);
  const [{ opened, edition }, setOpened] = useState(() => ({
    opened: draft.read(stored) ?? stored,
    edition: 0,
  }));
  const [edited, setEdited] = useState<EditedCode>(() => ({
    code: opened,
    base: opened === stored ? sha256 : (draft.readBase() ?? sha256),
    changed: draft.readFields(),
  }));
  /** The fields that were loaded or submitted last. */
  const [fields, setFields] = useState(loaded);
  useLayoutEffect(() => setFields(loaded), [loaded]);
  /** The current state, for "Undo". */
  const latest = useRef(edited);
  latest.current = edited;
  const submitted = useRef({ stored, sha256 });
  /** The code that was submitted here last. */
  const settled = useRef<string>(undefined);

  function keep(next: EditedCode): void {
    latest.current = next;
    setEdited(next);
    if (next.code === submitted.current.stored) draft.discard();
    else draft.write(next.code, next.base);
    draft.writeFields(next.changed);
  }

  function change(code: string): void {
    const { code: before, base, changed } = latest.current;
    const isBegun = before === submitted.current.stored;
    keep({ changed, code, base: isBegun ? submitted.current.sha256 : base });
  }

  function open(next: EditedCode): void {
    setOpened((before) => ({ opened: next.code, edition: before.edition + 1 }));
    keep(next);
  }

  /** Replaces the code; "Undo" restores the previous text. */
  function replace(next: EditedCode, text: string): void {
    const before = latest.current;
    open(next);
    if (before.code === submitted.current.stored && !hasChanges(before)) return;
    toast({ text, undo: () => replace(before, t("dev.restored")) });
  }

  useLayoutEffect(() => {
    const before = submitted.current;
    submitted.current = { stored, sha256 };
    if (before.stored === stored) return;
    const { code, changed } = latest.current;
    if (code === before.stored) open({ code: stored, base: sha256, changed });
    // The text that was written since becomes a draft of the new code.
    else if (settled.current === stored) keep({ code, base: sha256, changed });
  }, [stored, sha256]);

  return {
    code: edited.code,
    fields: { ...fields, ...edited.changed },
    isDraft: edited.code !== stored || hasChanges(edited),
    opened,
    edition,
    isOutdated: edited.code !== stored && edited.base !== sha256,
    change,
    enter(input) {
      keep({ ...latest.current, changed: withEntered(latest.current.changed, fields, input) });
    },
    discard: () => replace({ code: stored, base: sha256, changed: {} }, t("dev.discarded")),
    settle() {
      settled.current = edited.code;
      // Until they are loaded again, the form shows the fields as they were submitted.
      setFields({ ...fields, ...edited.changed });
      const changed = changedSince(edited.changed, latest.current.changed);
      keep({ ...latest.current, changed });
      if (latest.current.code === edited.code) draft.discard();
    },
  };
}

function hasChanges({ changed }: EditedCode): boolean {
  return Object.keys(changed).length > 0;
}
