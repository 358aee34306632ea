import type { Finding } from "@botwright/inspect";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { CodeEditor } from "./code-editor.tsx";
import { FindingList } from "./finding-list.tsx";
import { TrialPanel } from "./trial-panel.tsx";
import { type DraftOptions, useDraft } from "./use-draft.ts";
import { useFindings } from "./use-findings.ts";

/** The editor with its findings, the form of the submission, and the trial next to them. */
export function Workbench({
  children,
  ...options
}: DraftOptions & {
  /** Renders the form; its arguments are the current code, and a function to call when that code was submitted. */
  readonly children: (code: string, onSubmitted: () => void) => ComponentChildren;
}): JSX.Element {
  const { t } = useLanguage();
  const { code, opened, edition, isOutdated, change, discard, settle } = useDraft(options);
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
          onChange={change}
        />
        {/* Below: above, it would move the code at the first letter. */}
        {code !== options.stored && (
          <p class={isOutdated ? "row notice warn" : "row quiet"} role="status">
            {t(isOutdated ? "dev.draftOutdated" : "dev.draft")}
            <button type="button" onClick={discard}>
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
        {children(code, settle)}
      </div>
      <TrialPanel
        hint={t("dev.trialHint")}
        onSay={(messages) => read(api.plugins.trial.$post({ json: { code, messages } }))}
      />
    </div>
  );
}
