/** How files begin, as latin1. */
const SIGNATURES: readonly [RegExp, string][] = [
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8/, "image/gif"],
  [/^RIFF.{4}WEBP/s, "image/webp"],
  [/^BM/, "image/bmp"],
  [/^RIFF.{4}WAVE/s, "audio/wav"],
  [/^OggS/, "audio/ogg"],
  [/^(ID3|\xff[\xf2\xf3\xfb])/, "audio/mpeg"],
  [/^.E\xdf\xa3/s, "video/webm"],
  [/^.{4}ftyp/s, "video/mp4"],
];

/** Types that a browser only shows and never runs. */
const SHOWN = /^(audio|video)\/[\w.+-]+$|^image\/(png|jpeg|gif|webp|bmp|avif)$/;

/** The type under which a file may be served: the given one if harmless, else detected by its first bytes. */
export function typeOfMedia(bytes: Uint8Array, given = ""): string {
  const [type = ""] = given.split(";");
  if (SHOWN.test(type)) return type;
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  const known = SIGNATURES.find(([signature]) => signature.test(start));
  return known?.[1] ?? "application/octet-stream";
}
