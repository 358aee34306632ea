import type { Finding } from "@botwright/inspect";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useFindingWords } from "../i18n/finding-words.ts";
import { useLanguage } from "../i18n/index.ts";
import type { Editor } from "./editor.ts";

/** A code editor that is loaded on first use. A new `code` opens a new editor. */
export function CodeEditor({
  code,
  findings,
  target,
  onChange,
}: {
  readonly code: string;
  readonly findings: readonly Finding[];
  /** The finding at which the cursor is placed, once per object. */
  readonly target: Finding | undefined;
  readonly onChange: (code: string) => void;
}): JSX.Element {
  const { t, language } = useLanguage();
  const wordOf = useFindingWords();
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  /** The current text, so that an editor that is reopened in another language continues with it. */
  const written = useRef({ code, now: code });
  if (written.current.code !== code) written.current = { code, now: code };
  const latest = useRef({ showFindings, onChange });
  latest.current = { showFindings, onChange };

  function showFindings(): void {
    if (wordOf !== undefined) editor.current?.show(findings, wordOf);
  }

  useEffect(() => {
    let isShown = true;
    async function open(): Promise<void> {
      const { openEditor } = await import("./editor.ts");
      if (!isShown || parent.current === null) return;
      editor.current = openEditor({
        parent: parent.current,
        label: t("dev.editor"),
        language,
        code: written.current.now,
        onChange(changed) {
          written.current.now = changed;
          latest.current.onChange(changed);
        },
      });
      latest.current.showFindings();
    }
    void open();
    return () => {
      isShown = false;
      editor.current?.close();
      editor.current = undefined;
    };
  }, [code, t, language]);
  useEffect(showFindings, [findings, wordOf]);
  useEffect(() => {
    if (target !== undefined) editor.current?.goTo(target);
  }, [target]);
  return <div ref={parent} />;
}
