/** How many boxes of one level are read: more than a real file has, and a bound for a hostile one. */
const MAX_BOXES = 4096;
/** In version 0, a duration with all bits set means "unknown". */
const UNKNOWN_32 = 0xffff_ffff;

/** The offsets of a box's content. */
interface Box {
  readonly start: number;
  readonly end: number;
}

/**
 * The duration of an MPEG-4 video in whole milliseconds; `undefined` when the file does not contain it.
 *
 * An MPEG-4 file is a sequence of boxes: size (4 bytes), type (4 letters), content. The duration is in
 * the box `mvhd` inside of `moov`, which may stand at either end of the file, in units of the time scale
 * beside it (ISO/IEC 14496-12, sections 4.2 and 8.2.2).
 *
 * @example
 * const seconds = Math.round((mp4DurationMs(bytes) ?? 1000) / 1000);
 */
export function mp4DurationMs(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const movie = findBox(view, "moov", { start: 0, end: view.byteLength });
  const header = movie && findBox(view, "mvhd", movie);
  if (header === undefined) return undefined;
  const { start, end } = header;
  // `mvhd`: version and flags, then the times of creation and modification, each 4 bytes, or 8 in version 1.
  const isLong = end > start && view.getUint8(start) === 1;
  const scaleAt = start + (isLong ? 20 : 12);
  if (scaleAt + (isLong ? 12 : 8) > end) return undefined;
  const scale = view.getUint32(scaleAt);
  const length = isLong ? Number(view.getBigUint64(scaleAt + 4)) : view.getUint32(scaleAt + 4);
  const isKnown = scale > 0 && length > 0 && length !== UNKNOWN_32;
  const duration = Math.round((length / scale) * 1000);
  return isKnown && Number.isSafeInteger(duration) ? duration : undefined;
}

/** The first box of this type among the boxes of one level. */
function findBox(view: DataView, type: string, { start, end }: Box): Box | undefined {
  let at = start;
  for (let count = 0; count < MAX_BOXES && at + 8 <= end; count++) {
    const size32 = view.getUint32(at);
    const head = size32 === 1 ? 16 : 8;
    if (at + head > end) return undefined;
    // Size 1: the real size follows in 8 bytes. Size 0: the box extends to the end.
    const size = size32 === 1 ? Number(view.getBigUint64(at + 8)) : size32 || end - at;
    if (size < head || at + size > end) return undefined;
    if (typeAt(view, at + 4) === type) return { start: at + head, end: at + size };
    at += size;
  }
  return undefined;
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}
