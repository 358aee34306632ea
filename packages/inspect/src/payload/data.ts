import type { AnyNode } from "acorn";
import type { Place } from "../finding.ts";
import type { Script } from "../syntax/read.ts";
import { collectPieces, type NumberPiece, type Piece } from "./pieces.ts";
import {
  type DataKind,
  type Density,
  densityOfNumbers,
  densityOfText,
  MIN_SYMBOLS,
} from "./randomness.ts";

/** A stretch of encoded data, in one piece or many. */
export interface DataRegion {
  readonly kind: DataKind;
  /** Different characters, or numbers, in its first window. */
  readonly characters: number;
  readonly carrier: Carrier;
  readonly bytes: number;
  readonly place: Place;
  readonly pieces: number;
  /** The literals that hold it; none for comments. */
  readonly nodes: readonly AnyNode[];
  /** It has the file signature of a picture, font, sound or document. */
  readonly isMedia: boolean;
}

/** The form in which data is written in a file. */
type Carrier = "texts" | "names" | "regexes" | "comments" | "dead comments" | "numbers";

const WINDOW = 2048;

/** Finds encoded data in everything that can carry it; examines the pieces one after another. */
export function findData(script: Script): DataRegion[] {
  const pieces = collectPieces(script);
  return [
    ...inPieces("texts", pieces.texts),
    ...inPieces("names", pieces.names),
    ...inPieces("regexes", pieces.regexes),
    ...inPieces("comments", pieces.commentsInFunctions),
    ...inPieces("dead comments", pieces.otherComments),
    ...inNumbers(pieces.numbers),
  ];
}

/** Heads of PNG, JPEG, GIF, WebP, WOFF, TrueType, PDF, MP3, Ogg, SVG, BMP, ICO, ZIP in Base64. */
const MEDIA =
  /^(?:data:(?:image|font|audio|video|application\/(?:font|pdf))|iVBORw0KGg|\/9j\/|R0lGOD|UklGR|d09G|AAEAAAA|JVBERi|SUQz|T2dnUw|PHN2Z|PD94bWwg|AAABAA)/u;

function inPieces(carrier: Carrier, pieces: readonly Piece[]): DataRegion[] {
  const regions: DataRegion[] = [];
  const window = createWindow<Piece>((parts, text, density) => {
    const [first] = parts;
    // Text before and after the data in the same window does not count.
    const middle = parts[parts.length >> 1];
    if (first === undefined || middle === undefined) return;
    const nodes = parts.flatMap(({ node }) => node ?? []);
    merge(regions, {
      kind: density.kind,
      characters: density.characters,
      carrier,
      bytes: Array.from(text).length * density.bytes,
      place: middle.place,
      pieces: parts.length,
      nodes,
      isMedia: media.has(first),
    });
  });
  const media = new Set<Piece>();
  let last: Piece | undefined;
  for (const piece of pieces) {
    const goesOn = last !== undefined && last.parent === piece.parent && media.has(last);
    if (MEDIA.test(piece.text) || goesOn) media.add(piece);
    last = piece;
    // What is long enough is judged for itself: text around it makes no difference.
    if (piece.text.length >= MIN_SYMBOLS) window.flush();
    for (let at = 0; at < piece.text.length; at += WINDOW) {
      window.add(piece, piece.text.slice(at, at + WINDOW));
    }
    if (piece.text.length >= MIN_SYMBOLS) window.flush();
  }
  window.flush();
  return regions;
}

function createWindow<Part>(found: (parts: Part[], text: string, density: Density) => void) {
  let text = "";
  let parts: Part[] = [];
  const flush = (): void => {
    const density = text.length >= MIN_SYMBOLS ? densityOfText(text) : undefined;
    if (density) found(parts, text, density);
    text = "";
    parts = [];
  };
  return {
    flush,
    add(part: Part, more: string): void {
      text += more;
      if (parts.at(-1) !== part) parts.push(part);
      if (text.length >= WINDOW) flush();
    },
  };
}

/** A region that continues the last one of its kind is merged with it. */
function merge(regions: DataRegion[], region: DataRegion): void {
  const last = regions.at(-1);
  const isSame = last?.carrier === region.carrier && last.isMedia === region.isMedia;
  if (last === undefined || !isSame) {
    regions.push(region);
    return;
  }
  const isSamePiece = last.nodes.at(-1) === region.nodes[0];
  const more = isSamePiece ? region.nodes.slice(1) : region.nodes;
  // The list is this region's own: it may hold every literal of the file.
  const nodes: AnyNode[] = [...last.nodes];
  for (const node of more) nodes.push(node);
  const pieces = last.pieces + region.pieces - (isSamePiece ? 1 : 0);
  regions[regions.length - 1] = { ...last, bytes: last.bytes + region.bytes, pieces, nodes };
}

function inNumbers(numbers: readonly NumberPiece[]): DataRegion[] {
  const regions: DataRegion[] = [];
  for (let at = 0; at < numbers.length; at += WINDOW) {
    // The rest is examined together with the preceding part.
    const from = numbers.length - at < MIN_SYMBOLS ? Math.max(0, at - MIN_SYMBOLS) : at;
    const part = numbers.slice(from, at + WINDOW);
    const density = densityOfNumbers(part.map(({ value }) => value));
    const fresh = part.slice(at - from);
    const middle = fresh[fresh.length >> 1];
    if (density === undefined || middle === undefined) continue;
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
  return regions;
}
