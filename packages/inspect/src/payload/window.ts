import { type Density, densityOfText, MIN_SYMBOLS } from "./randomness.ts";
import { MAX_LAYERS, withoutFiller } from "./thinning.ts";

/** How many characters, or numbers, are judged together. */
export const WINDOW = 2048;

/** Called with a region of encoded data, and the parts of which it consists. */
type Found<Part> = (parts: readonly Part[], text: string, density: Density) => void;

/** Judges texts in regions of {@link WINDOW} characters, independent of how they are split. */
export interface Window<Part> {
  add(parts: readonly Part[], text: string): void;
  /** Judges the texts that were added so far, so that later ones do not belong to the same region. */
  flush(): void;
  /** Judges the rest. */
  end(): void;
}

/** Creates a window. A region that is not data is judged again without its filler, if it has one. */
export function createWindow<Part>(found: Found<Part>, layers: number = MAX_LAYERS): Window<Part> {
  let text = "";
  let parts: Part[] = [];
  let below: Window<Part> | undefined;
  const judge = (): void => {
    const density = text.length >= MIN_SYMBOLS ? densityOfText(text) : undefined;
    if (density) found(parts, text, density);
    const rest = density || layers === 0 ? undefined : withoutFiller(text);
    if (rest === undefined) return;
    below ??= createWindow(found, layers - 1);
    below.add(parts, rest);
  };
  const flush = (): void => {
    if (text !== "") judge();
    text = "";
    parts = [];
  };
  return {
    flush,
    add(more, moreText) {
      text += moreText;
      for (const part of more) if (parts.at(-1) !== part) parts.push(part);
      if (text.length >= WINDOW) flush();
    },
    end() {
      flush();
      below?.end();
    },
  };
}
