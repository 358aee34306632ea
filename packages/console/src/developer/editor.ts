import { javascript } from "@codemirror/lang-javascript";
import { syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Finding } from "@botwright/inspect";
import { basicSetup } from "codemirror";
import type { Language } from "../i18n/index.ts";
import css from "../styles/editor.css?inline";
import { CHINESE_PHRASES } from "./editor-phrases.ts";

/** The extensions that every view of code uses. */
const COMMON = [
  basicSetup,
  javascript(),
  // Classes instead of colours, because the page's variables depend on the light or dark theme.
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
];

/** A name for screen readers; `tabindex` makes the scrollable area reachable by keyboard. */
const labelled = (label: string): Extension =>
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });

/** The texts of the editor itself; English is built in. */
const wordedIn = (language: Language): Extension =>
  language === "zh" ? EditorState.phrases.of(CHINESE_PHRASES) : [];

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/**
 * Creates the parent of an editor: a shadow root that adopts its styles as style sheets. In the document, the editor
 * would insert `<style>` elements, which the content security policy refuses.
 */
function placeIn(parent: HTMLElement): { parent: HTMLElement; root: ShadowRoot } {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.replaceChildren(document.createElement("div"));
  const place = root.querySelector("div");
  if (place === null) throw new Error("the editor has no place");
  place.className = "code";
  root.adoptedStyleSheets = [sheet];
  return { parent: place, root };
}

/** Options of {@link openEditor}. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  /** For screen readers. */
  readonly label: string;
  readonly language: Language;
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** An open editor. */
export interface Editor {
  /** Marks findings in the code, with their words. */
  show(findings: readonly Finding[], wordOf: (finding: Finding) => string): void;
  /** Puts the cursor at a finding. */
  goTo(finding: Finding): void;
  close(): void;
}

/** Opens an editor. Tab moves the focus on, so that keyboard users can leave the editor. */
export function openEditor({ parent, label, language, code, onChange }: EditorOptions): Editor {
  const view = new EditorView({
    ...placeIn(parent),
    doc: code,
    extensions: [
      COMMON,
      wordedIn(language),
      labelled(label),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
  return {
    show(findings, wordOf) {
      const diagnostics = findings.map((finding) =>
        toDiagnostic(view.state.doc, finding, wordOf(finding)),
      );
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo({ line, column }) {
      const anchor = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Options of {@link openDiff}. */
export interface DiffOptions {
  readonly parent: HTMLElement;
  /** For screen readers. */
  readonly label: string;
  readonly language: Language;
  readonly before: string;
  readonly now: string;
}

/** Shows the differences between two codes, read-only. */
export function openDiff({ parent, label, language, before, now }: DiffOptions): () => void {
  const view = new EditorView({
    ...placeIn(parent),
    doc: now,
    extensions: [
      COMMON,
      EditorState.readOnly.of(true),
      wordedIn(language),
      labelled(label),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        // Without differences, the whole file is shown.
        ...(before !== now && { collapseUnchanged: { margin: 3, minSize: 6 } }),
      }),
    ],
  });
  return () => view.destroy();
}

function toDiagnostic(doc: Text, finding: Finding, message: string): Diagnostic {
  const { severity, rule, line, column, endLine, endColumn } = finding;
  const from = offsetOf(doc, line, column);
  const end = offsetOf(doc, endLine, endColumn);
  // A finding without a length marks its whole line, because the mark of a point would cover a letter.
  const to = end > from ? end : doc.lineAt(from).to;
  return { from, to, severity, message, source: rule };
}

/** The offset of a position, limited to the code, which may have changed since it was inspected. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + column - 1, to);
}
