import type { Finding } from "@botwright/inspect";
import type { ComponentChildren, JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { useSession } from "../session.tsx";
import { useToast } from "../ui/toasts.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { type DraftKey, draftOf } from "./draft.ts";
import { FindingList } from "./finding-list.tsx";
import { TrialPanel } from "./trial-panel.tsx";
import { useFindings } from "./use-findings.ts";

/** The editor with its findings, the form of the submission, and the trial beside them. */
export function Workbench({
  of,
  stored,
  children,
}: {
  /** What it is a draft of. */
  readonly of: DraftKey;
  /** The code as it was submitted last. */
  readonly stored: string;
  /** The form, given the code as it is now. */
  readonly children: (code: string) => ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const { user } = useSession();
  const draft = useMemo(() => draftOf(user.id, of), [user.id, of]);
  /** What the editor begins with; another edition is another editor. */
  const [{ opened, edition }, setOpened] = useState(() => ({
    opened: draft.read(stored) ?? stored,
    edition: 0,
  }));
  const [code, setCode] = useState(opened);
  /** As it is now, for what is undone later. */
  const latest = useRef(code);
  latest.current = code;
  const toast = useToast();
  const [target, setTarget] = useState<Finding>();
  const findings = useFindings(code);

  function open(begun: string): void {
    setOpened((before) => ({ opened: begun, edition: before.edition + 1 }));
    setCode(begun);
  }

  /** Replaces the code; what was written before comes back by "Undo". */
  function replace(next: string, text: string): void {
    const before = latest.current;
    if (next === stored) draft.discard();
    else draft.write(next);
    open(next);
    if (before === stored) return;
    toast({ text, undo: () => replace(before, t("dev.restored")) });
  }

  return (
    <div class="workbench">
      <div>
        <CodeEditor
          key={edition}
          code={opened}
          findings={findings ?? []}
          target={target}
          onChange={(changed) => {
            setCode(changed);
            draft.write(changed);
          }}
        />
        {/* Below: above, it would move the code at the first letter. */}
        {code !== stored && (
          <p class="row quiet">
            {t("dev.draft")}
            <button type="button" onClick={() => replace(stored, t("dev.discarded"))}>
              {t("dev.discard")}
            </button>
          </p>
        )}
        <section aria-labelledby="findings-title">
          <h2 id="findings-title">{t("dev.findings")}</h2>
          {findings === undefined ? (
            <p class="quiet">{t("dev.findings.running")}</p>
          ) : (
            <FindingList findings={findings} onChoose={setTarget} />
          )}
        </section>
        {children(code)}
      </div>
      <TrialPanel
        hint={t("dev.trialHint")}
        onSay={(messages) => read(api.plugins.trial.$post({ json: { code, messages } }))}
      />
    </div>
  );
}
