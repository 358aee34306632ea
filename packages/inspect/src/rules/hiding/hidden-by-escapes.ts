import type { AnyNode } from "acorn";
import { sentence } from "../../words/sentence.ts";
import type { RuleContext } from "../context.ts";
import { ASCII_ESCAPE, hiddenWord, type Written } from "./escaped-words.ts";
import { piecesOf, writtenText } from "./written-texts.ts";

/** The number of needless escapes from which a text counts as hidden. */
const MANY_ESCAPES = 50;

/**
 * Finds names and texts that escape sequences hide from readers and searches; Latin letters need
 * none. Escaped letters of other scripts come from minifiers and are not reported.
 */
export function checkHiddenByEscapes(context: RuleContext): void {
  const { script, report } = context;
  const { source, nodes } = script;
  if (!source.includes("\\")) return;
  let escapes = 0;
  let written = 0;
  let meant = 0;
  let first: AnyNode | undefined;
  const told = new Set<Written["raw"]>();

  /** Reports a text in which a watched word, or most of the letters, are escaped. */
  function check(node: AnyNode, pieces: readonly Written[]): boolean {
    const word = hiddenWord(pieces);
    if (word !== undefined) {
      const said = isShort(word)
        ? sentence("hidden-by-escapes/word", { word })
        : sentence("hidden-by-escapes/long-word");
      report("hidden-by-escapes", node, said);
      return true;
    }
    const count = pieces.reduce((sum, piece) => sum + escapesOf(piece), 0);
    if (count < MANY_ESCAPES) return false;
    const cooked = pieces.map((piece) => piece.cooked).join("");
    const raw = pieces.reduce((sum, piece) => sum + (piece.raw ?? piece.cooked).length, 0);
    if (!isPrintable(cooked) || !isMost(count, raw, cooked.length)) return false;
    report("hidden-by-escapes", node, sentence("hidden-by-escapes/letters", { count }));
    return true;
  }

  for (const node of nodes) {
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") {
      checkName(context, node, node.name);
      continue;
    }
    const text = writtenText(source, node);
    if (text?.raw === undefined) continue;
    written += text.raw.length;
    meant += text.cooked.length;
    if (!text.raw.includes("\\")) continue;
    const count = escapesOf(text);
    escapes += count;
    if (count > 0) first ??= node;
    if (check(node, [text])) told.add(text.raw);
  }
  // A word may be split over several pieces.
  for (const node of nodes) {
    const pieces = piecesOf(context, node);
    const isOpen = pieces?.some(({ raw }) => raw?.includes("\\")) ?? false;
    if (pieces && isOpen && !pieces.some(({ raw }) => told.has(raw ?? ""))) check(node, pieces);
  }
  // Single escapes do not count unless most of the file's texts consist of them.
  if (first && escapes >= MANY_ESCAPES * 2 && isMost(escapes, written, meant)) {
    report("hidden-by-escapes", first, sentence("hidden-by-escapes/file", { count: escapes }));
  }
}

function checkName({ script, report }: RuleContext, node: AnyNode, name: string): void {
  const raw = script.source.slice(node.start, node.end);
  if (!raw.includes("\\") || raw.search(ASCII_ESCAPE) < 0) return;
  const said = isShort(name)
    ? sentence("hidden-by-escapes/name", { name })
    : sentence("hidden-by-escapes/long-name");
  report("hidden-by-escapes", node, said);
}

const escapesOf = ({ raw }: Written): number => raw?.match(ASCII_ESCAPE)?.length ?? 0;

/** Whether much of a text is escapes, by source or by value, because leading zeros can lengthen an escape. */
export const isMost = (escapes: number, written: number, meant: number): boolean =>
  escapes * 8 >= written || escapes * 2 >= meant;

function isPrintable(text: string): boolean {
  const printable = text.match(/[\t\n\r -~]/gu)?.length ?? 0;
  return printable >= text.length * 0.9;
}

const isShort = (word: string): boolean => /^[\w$:]{1,40}$/u.test(word);
