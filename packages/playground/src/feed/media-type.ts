import { sniffMediaType } from "@botwright/core";

/** Types that a browser only shows and never runs. */
const SHOWN = /^(audio|video)\/[\w.+-]+$|^image\/(png|jpeg|gif|webp|bmp|avif)$/;

/** The MIME type with which a file may be served: the given one if harmless, otherwise one detected from its bytes. */
export function typeOfMedia(bytes: Uint8Array, given = ""): string {
  const [type = ""] = given.split(";");
  const known = [type, sniffMediaType(bytes) ?? ""].find((one) => SHOWN.test(one));
  return known ?? "application/octet-stream";
}
