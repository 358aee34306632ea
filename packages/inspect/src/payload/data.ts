import type { AnyNode } from "acorn";
import type { Place } from "../finding.ts";
import type { Script } from "../syntax/read.ts";
import { collectNumbers, type NumberPiece } from "./numbers.ts";
import { collectPieces, type Piece } from "./pieces.ts";
import {
  type DataKind,
  type Density,
  densityOfLooseNumbers,
  densityOfNumbers,
  MIN_SYMBOLS,
} from "./randomness.ts";
import { belowNumbers, MAX_LAYERS } from "./thinning.ts";
import { createWindow, type Window, WINDOW } from "./window.ts";

/** A region of encoded data, in one piece or several. */
export interface DataRegion {
  readonly kind: DataKind;
  /** How many different characters, or numbers, its first window has. */
  readonly characters: number;
  readonly carrier: Carrier;
  readonly bytes: number;
  readonly place: Place;
  readonly pieces: number;
  /** The literals that hold it; none for comments. */
  readonly nodes: readonly AnyNode[];
  /** Whether it has the file signature of a picture, font, sound or document. */
  readonly isMedia: boolean;
}

/** The form in which data is written in a file. */
type Carrier = "texts" | "names" | "regexes" | "comments" | "dead comments" | "numbers";

/** Finds encoded data in all parts of a file that can contain it; examines the pieces one after another. */
export function findData(script: Script): DataRegion[] {
  const pieces = collectPieces(script);
  const { listed, loose } = collectNumbers(script);
  return [
    ...inPieces("texts", pieces.texts),
    ...inPieces("names", pieces.names),
    ...inPieces("regexes", pieces.regexes),
    ...inPieces("comments", pieces.commentsInFunctions),
    ...inPieces("dead comments", pieces.otherComments),
    ...inNumbers(listed, densityOfNumbers),
    ...inNumbers(loose, densityOfLooseNumbers),
  ];
}

/** Heads of PNG, JPEG, GIF, WebP, WOFF, TrueType, PDF, MP3, Ogg, SVG, BMP, ICO, ZIP in Base64. */
const MEDIA =
  /^(?:data:(?:image|font|audio|video|application\/(?:font|pdf))|iVBORw0KGg|\/9j\/|R0lGOD|UklGR|d09G|AAEAAAA|JVBERi|SUQz|T2dnUw|PHN2Z|PD94bWwg|AAABAA)/u;

const BASE64 = /^[\w+/-]+={0,2}$/u;

/**
 * The pieces of pictures, fonts, sounds and documents: the piece with the file signature, and the following pieces that
 * are lines of the same text, which have one length except the last.
 */
function findMedia(pieces: readonly Piece[]): ReadonlySet<Piece> {
  const media = new Set<Piece>();
  let head: Piece | undefined;
  for (const piece of pieces) {
    const { text, parent } = piece;
    if (MEDIA.test(text)) head = piece;
    else if (head !== undefined) {
      const goesOn = head.parent === parent && text.length <= head.text.length && BASE64.test(text);
      if (!goesOn) head = undefined;
    }
    if (head === undefined) continue;
    media.add(piece);
    const isLast = text.length < head.text.length || text.endsWith("=");
    if (isLast) head = undefined;
  }
  return media;
}

/** Matches words of the characters of Base64 and hex that are longer than those of any language. */
const LONG_WORDS = /[\w+/=-]{64,}/gu;

function inPieces(carrier: Carrier, pieces: readonly Piece[]): DataRegion[] {
  const regions: DataRegion[] = [];
  const media = findMedia(pieces);
  const tell = (parts: readonly Piece[], text: string, density: Density): void => {
    // Takes the middle piece, because a window may begin and end with ordinary text.
    const middle = parts[parts.length >> 1];
    if (middle === undefined) return;
    merge(regions, {
      kind: density.kind,
      characters: density.characters,
      carrier,
      bytes: Array.from(text).length * density.bytes,
      place: middle.place,
      pieces: parts.length,
      nodes: parts.flatMap(({ node }) => node ?? []),
      isMedia: parts.every((part) => media.has(part)),
    });
  };
  // Long words are judged separately, so that prose between them makes no difference.
  const [prose, words] = [createWindow(tell), createWindow(tell)];
  for (const piece of pieces) {
    const long = piece.text.match(LONG_WORDS);
    addPiece(prose, piece, long ? piece.text.replaceAll(LONG_WORDS, "") : piece.text);
    if (long) addPiece(words, piece, long.join(""));
  }
  prose.end();
  words.end();
  return regions;
}

function addPiece(window: Window<Piece>, piece: Piece, text: string): void {
  // A long piece is judged separately, so that surrounding text makes no difference.
  if (text.length >= MIN_SYMBOLS) window.flush();
  for (let at = 0; at < text.length; at += WINDOW) {
    window.add([piece], text.slice(at, at + WINDOW));
  }
  if (text.length >= MIN_SYMBOLS) window.flush();
}

/** Adds a region, or merges it with the last one if it continues that. */
function merge(regions: DataRegion[], region: DataRegion): void {
  const last = regions.at(-1);
  const isSame = last?.carrier === region.carrier && last.isMedia === region.isMedia;
  if (last === undefined || !isSame) {
    regions.push(region);
    return;
  }
  const isSamePiece = last.nodes.at(-1) === region.nodes[0];
  const more = isSamePiece ? region.nodes.slice(1) : region.nodes;
  // A new list, because the other one belongs to the last region; it may hold every literal of the file.
  const nodes: AnyNode[] = [...last.nodes];
  for (const node of more) nodes.push(node);
  const pieces = last.pieces + region.pieces - (isSamePiece ? 1 : 0);
  regions[regions.length - 1] = { ...last, bytes: last.bytes + region.bytes, pieces, nodes };
}

function inNumbers(
  numbers: readonly NumberPiece[],
  judge: (values: readonly number[]) => Density | undefined,
  layers = MAX_LAYERS,
): DataRegion[] {
  const regions: DataRegion[] = [];
  const below: NumberPiece[] = [];
  for (let at = 0; at < numbers.length; at += WINDOW) {
    // The last numbers are too few to be judged alone, so they are judged together with the preceding ones.
    const from = numbers.length - at < MIN_SYMBOLS ? Math.max(0, at - MIN_SYMBOLS) : at;
    const part = numbers.slice(from, at + WINDOW);
    const density = judge(part.map(({ value }) => value));
    const fresh = part.slice(at - from);
    const middle = fresh[fresh.length >> 1];
    if (density === undefined || middle === undefined) {
      for (const item of belowNumbers(fresh) ?? []) below.push(item);
      continue;
    }
    merge(regions, {
      kind: density.kind,
      characters: density.characters,
      carrier: "numbers",
      bytes: fresh.length * density.bytes,
      place: middle.node,
      pieces: fresh.length,
      nodes: fresh.map(({ node }) => node),
      isMedia: false,
    });
  }
  if (layers === 0) return regions;
  return [...regions, ...inNumbers(below, densityOfLooseNumbers, layers - 1)];
}
