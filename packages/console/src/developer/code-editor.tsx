import type { Finding } from "@botwright/inspect";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";
import type { Editor } from "./editor.ts";

/** An editor of code, which is loaded when it is shown. A new `code` opens it anew. */
export function CodeEditor({
  code,
  findings,
  target,
  onChange,
}: {
  readonly code: string;
  readonly findings: readonly Finding[];
  /** Where the cursor goes, once per object. */
  readonly target: Finding | undefined;
  readonly onChange: (code: string) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef({ findings, onChange });
  latest.current = { findings, onChange };

  useEffect(() => {
    let isShown = true;
    async function open(): Promise<void> {
      const { openEditor } = await import("./editor.ts");
      if (!isShown || parent.current === null) return;
      editor.current = openEditor({
        parent: parent.current,
        label: t("dev.editor"),
        code,
        onChange: (changed) => latest.current.onChange(changed),
      });
      editor.current.show(latest.current.findings);
    }
    void open();
    return () => {
      isShown = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, [code, t]);
  useEffect(() => editor.current?.show(findings), [findings]);
  useEffect(() => {
    if (target !== undefined) editor.current?.goTo(target);
  }, [target]);
  return <div ref={parent} />;
}
