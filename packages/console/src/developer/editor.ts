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

/** What every view of code has. */
const COMMON = [
  basicSetup,
  javascript(),
  // Classes instead of colours: the page's variables know of light and dark.
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
];

/** A name for screen readers; the `tabindex` says that what scrolls can be reached by keyboard. */
const labelled = (label: string): Extension =>
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" });

/** The words of the editor itself: it has English ones. */
const wordedIn = (language: Language): Extension =>
  language === "zh" ? EditorState.phrases.of(CHINESE_PHRASES) : [];

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/**
 * Makes the place of an editor: a shadow root, into which its styles go as sheets. In the document they
 * would be `<style>` elements, which the content security policy refuses.
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

/** Opens an editor. Tab moves the focus on, so that it is no trap for the keyboard. */
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

/** Shows what differs between two codes, which cannot be changed. */
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
        // A file that is all the same is shown whole.
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
  // A finding without a length is of its whole line: the mark of a point covers a letter.
  const to = end > from ? end : doc.lineAt(from).to;
  return { from, to, severity, message, source: rule };
}

/** The code may have changed since it was inspected. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + column - 1, to);
}
