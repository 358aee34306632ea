import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import { renderSVG } from "uqr";

/** Pictures that are kept: of a node's logins those that change, each of up to some 200 KB. */
const MAX_PICTURES = 100;

/**
 * Draws texts as QR codes, each once: a login is read at each of its changes, every few seconds besides, and by all
 * that watch it.
 *
 * @returns the picture of a text as SVG; `undefined` for a text that no QR code can hold
 * @example
 * const draw = createQrPictures();
 * draw("https://example.org"); // "<svg …"
 */
export function createQrPictures(
  render: (text: string) => string = renderSVG,
): (text: string) => string | undefined {
  const pictures = new LRUCache<string, { readonly svg?: string }>(entryLimit(MAX_PICTURES));

  function draw(text: string): { readonly svg?: string } {
    try {
      return { svg: render(text) };
    } catch {
      // The text comes from the platform: it is shown without a picture.
      return {};
    }
  }

  return (text) => {
    const picture = pictures.get(text) ?? draw(text);
    pictures.set(text, picture);
    return picture.svg;
  };
}
