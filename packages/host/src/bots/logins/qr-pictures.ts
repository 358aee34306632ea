import { entryLimit } from "@botwright/core";
import { LRUCache } from "lru-cache";
import { renderSVG } from "uqr";

/** Pictures in memory, each of up to about 200 KB: enough for the logins of a node whose codes change. */
const MAX_PICTURES = 100;

/**
 * Draws texts as QR codes, and keeps the pictures, because a login is read often: after each change, every few seconds,
 * and by each client that watches it.
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
      // The platform chooses the text; one that no QR code can hold is shown without a picture.
      return {};
    }
  }

  return (text) => {
    const picture = pictures.get(text) ?? draw(text);
    pictures.set(text, picture);
    return picture.svg;
  };
}
