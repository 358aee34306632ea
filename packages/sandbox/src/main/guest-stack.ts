import {
  createWeakValue,
  type ErrorLocator,
  findLineFeedStarts,
  type SourcePosition,
} from "@botwright/core";
import { PLUGIN_FILE } from "../protocol/errors.ts";
import { type CodePoints, indexCodePoints } from "./code-points.ts";

/** A line of the guest's stack. */
export interface GuestFrame {
  /** Index in the stack: 0 is the innermost frame, natives and the bootstrap included. */
  readonly depth: number;
  readonly position: SourcePosition;
  /** The same position in the source's text. */
  readonly offset: number;
}

/** Most characters of a stack that are read, and most frames that are found. */
const MAX_STACK_LENGTH = 8192;
const MAX_FRAMES = 10;

/** `    at name (plugin.js:line:column)`; a syntax error has no name and no brackets. */
const FRAME = new RegExp(`^ {4}at (?:(.*) \\()?${PLUGIN_FILE}:(\\d{1,9}):(\\d{1,9})\\)?$`, "u");

/** Reads stacks that the engine wrote for one plugin. */
export interface GuestStackReader {
  /**
   * Finds the plugin's own frames. The guest can replace the stack and name its functions as it likes, so
   * this yields only positions that the source has; a forged stack points at another line of the plugin's
   * own file.
   */
  read(stack: string): readonly GuestFrame[];
  /** The same for one line of a stack. */
  position(line: string): SourcePosition | undefined;
}

/**
 * Creates a reader for the stacks of a plugin with this source.
 *
 * @param positionAt line and column of an offset in the source
 */
export function createGuestStackReader(
  code: string,
  positionAt: ErrorLocator["positionAt"],
): GuestStackReader {
  const readOnce = createWeakValue((): PlacesOfEngine => ({
    lineStarts: [...findLineFeedStarts(code), code.length + 1],
    codePoints: indexCodePoints(code),
  }));

  function readFrame(text: string): Omit<GuestFrame, "depth"> | undefined {
    const [, functionName, line, column] = FRAME.exec(text) ?? [];
    if (line === undefined) return undefined;
    const offset = offsetOf(readOnce(), Number(line), Number(column));
    if (offset === undefined) return undefined;
    const place = positionAt(offset);
    return { offset, position: functionName === undefined ? place : { ...place, functionName } };
  }

  return {
    read(stack) {
      const frames: GuestFrame[] = [];
      for (const [depth, text] of stack.slice(0, MAX_STACK_LENGTH).split("\n").entries()) {
        const frame = readFrame(text);
        if (frame !== undefined) frames.push({ depth, ...frame });
        if (frames.length === MAX_FRAMES) break;
      }
      return frames;
    },
    position: (line) => readFrame(line)?.position,
  };
}

/** How the engine counts places. */
interface PlacesOfEngine {
  /** Offsets at which lines start; the engine knows no line break but "\n". The last is behind the text. */
  readonly lineStarts: readonly number[];
  readonly codePoints: CodePoints;
}

/** The offset of a position of the engine, which counts columns in code points. */
function offsetOf(
  { lineStarts, codePoints }: PlacesOfEngine,
  line: number,
  column: number,
): number | undefined {
  const [start, next] = [lineStarts[line - 1], lineStarts[line]];
  if (start === undefined || next === undefined) return undefined;
  // A line has at most as many code points as units, and its end is a place too.
  if (column < 1 || column > next - start) return undefined;
  const offset = codePoints.offsetOf(codePoints.countBefore(start) + column - 1);
  return offset < next ? offset : undefined;
}
