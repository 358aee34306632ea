import type { Finding } from "@botwright/inspect";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { CodeEditor } from "./code-editor.tsx";
import { FindingList } from "./finding-list.tsx";
import { TrialPanel } from "./trial-panel.tsx";
import type { FormFields } from "./drafts/draft-fields.ts";
import { type DraftOptions, useDraft } from "./drafts/use-draft.ts";
import { useFindings } from "./use-findings.ts";

/** The editor with its findings, the form of the submission, and the trial next to them. */
export function Workbench({
  children,
  ...options
}: DraftOptions & {
  /** Renders the form; called with the current code and fields, and a function to call when they were submitted. */
  readonly children: (
    code: string,
    fields: FormFields,
    onSubmitted: () => void,
  ) => ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const draft = useDraft(options);
  const { code, fields, opened, edition, isDraft, isOutdated } = draft;
  const [target, setTarget] = useState<Finding>();
  const findings = useFindings(code);

  return (
    <div class="workbench">
      <div>
        <CodeEditor
          key={edition}
          code={opened}
          findings={findings ?? []}
          target={target}
          onChange={draft.change}
        />
        {/* Below: above, it would move the code at the first letter. */}
        {isDraft && (
          <p class={isOutdated ? "row notice warn" : "row quiet"} role="status">
            {t(isOutdated ? "dev.draftOutdated" : "dev.draft")}
            <button type="button" onClick={draft.discard}>
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
        <div onInput={(event) => isField(event.target) && draft.enter(event.target)}>
          {children(code, fields, draft.settle)}
        </div>
      </div>
      <TrialPanel
        hint={t("dev.trialHint")}
        onSay={(messages) => read(api.plugins.trial.$post({ json: { code, messages } }))}
      />
    </div>
  );
}

function isField(
  target: EventTarget | null,
): target is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}
