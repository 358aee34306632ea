import type { AnyNode } from "acorn";
import type { RuleContext } from "../context.ts";
import { sentence } from "../../words/sentence.ts";

/** An escape for a letter, digit or sign of ASCII that could stand there itself. */
const ASCII_ESCAPE =
  /\\(?:x(?:2[\da-f]|[3-6][\da-f]|7[\da-e])|u00(?:2[\da-f]|[3-6][\da-f]|7[\da-e])|u\{0*(?:2[\da-f]|[3-6][\da-f]|7[\da-e])\})/giu;

/** Words that other rules look for, in names and in texts. */
const WATCHED =
  /eval|Function|constructor|prototype|__proto__|__define[GS]etter__|globalThis|process|require|import|child_process|WebAssembly|fetch|atob|Buffer|fromCharCode|fromCodePoint|charCodeAt|TextDecoder|Reflect|getPlatformCreds|aiService|searchService|storage|permissions|hostname|https?:|wss?:|handler|meta|exports?|module|reply|send[A-Z]\w+|download[A-Z]\w+|setTimeout|setInterval|toString|bind|apply|call/u;

/** Escapes of printable ASCII that make a text one of escapes. */
const MANY_ESCAPES = 50;

/**
 * Finds names and texts that are hidden from readers and searches by escape sequences; Latin letters need
 * none. Escaped letters of other scripts are a minifier's work and no finding.
 */
export function checkHiddenByEscapes({ script, report }: RuleContext): void {
  const { source, nodes } = script;
  if (!/\\/u.test(source)) return;
  let escapes = 0;
  let texts = 0;
  let first: AnyNode | undefined;
  for (const node of nodes) {
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") {
      const raw = source.slice(node.start, node.end);
      if (raw.includes("\\") && raw.search(ASCII_ESCAPE) >= 0) {
        const { name } = node;
        const said = isShort(name)
          ? sentence("hidden-by-escapes/name", { name })
          : sentence("hidden-by-escapes/long-name");
        report("hidden-by-escapes", node, said);
      }
      continue;
    }
    const cooked = textOf(node);
    if (cooked === undefined) continue;
    const raw = source.slice(node.start, node.end);
    texts += raw.length;
    if (!raw.includes("\\")) continue;
    const count = raw.match(ASCII_ESCAPE)?.length ?? 0;
    escapes += count;
    if (count > 0) first ??= node;
    const word = hiddenWord(raw, cooked);
    if (word !== undefined) {
      const said = isShort(word)
        ? sentence("hidden-by-escapes/word", { word })
        : sentence("hidden-by-escapes/long-word");
      report("hidden-by-escapes", node, said);
    } else if (count >= MANY_ESCAPES && isPrintable(cooked) && count * 8 >= raw.length) {
      report("hidden-by-escapes", node, sentence("hidden-by-escapes/letters", { count }));
    }
  }
  // Single escapes do not count unless most of the file's texts consist of them.
  if (first && escapes >= MANY_ESCAPES * 2 && escapes * 4 * 2 >= texts) {
    report("hidden-by-escapes", first, sentence("hidden-by-escapes/file", { count: escapes }));
  }
}

function textOf(node: AnyNode): string | undefined {
  if (node.type === "TemplateElement") return node.value.cooked ?? undefined;
  if (node.type !== "Literal") return undefined;
  if (node.regex) return unescapeLetters(node.regex.pattern);
  return typeof node.value === "string" ? node.value : undefined;
}

/** What a regular expression's source matches, as far as escapes of letters go. */
function unescapeLetters(pattern: string): string {
  return pattern.replaceAll(ASCII_ESCAPE, (escape) => {
    const code = Number.parseInt(escape.replaceAll(/[^\da-f]/giu, ""), 16);
    return String.fromCharCode(code);
  });
}

/** A watched word in the text, some letters of which are escaped. */
function hiddenWord(raw: string, cooked: string): string | undefined {
  // A backslash before a letter that means nothing, or at the end of a line, cuts a word as well.
  const isCut = raw.search(ASCII_ESCAPE) >= 0 || /\\[\n\r\u2028\u2029ac-eg-mo-qswyzA-Z]/u.test(raw);
  if (!isCut) return undefined;
  // Words beside an escape are still there: "\x41 call" hides nothing but the A.
  const words = new Set<string>();
  for (const [word] of cooked.slice(0, MAX_LENGTH).matchAll(new RegExp(WATCHED, "gu"))) {
    if (words.size < MAX_WORDS) words.add(word);
  }
  for (const word of words) {
    const shown = raw.split(word).length - 1;
    const meant = cooked.split(word).length - 1;
    if (shown < meant) return word;
  }
  return undefined;
}

const MAX_LENGTH = 20_000;
/** Number of different words searched for in one text. */
const MAX_WORDS = 50;

function isPrintable(text: string): boolean {
  const printable = text.match(/[\t\n\r -~]/gu)?.length ?? 0;
  return printable >= text.length * 0.9;
}

const isShort = (word: string): boolean => /^[\w$:]{1,40}$/u.test(word);
