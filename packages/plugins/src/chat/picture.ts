/** Bytes of a picture: as a data URL it has to fit into the arguments of one host call, which are 4 MiB. */
const MAX_BYTES = 3_000_000;

const SIGNATURES = [
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

/** A picture for a model, or why there is none. */
export type ReadPicture =
  | { readonly url: string }
  | { readonly refused: "lost" | "large" | "format" };

/** Makes a data URL of a picture in a format that models read. */
export function readPicture(bytes: Buffer | null): ReadPicture {
  if (bytes === null) return { refused: "lost" };
  if (bytes.length > MAX_BYTES) return { refused: "large" };
  const found = SIGNATURES.find((signature) =>
    signature.bytes.every((byte, index) => bytes[signature.at + index] === byte),
  );
  if (found === undefined) return { refused: "format" };
  return { url: `data:${found.type};base64,${bytes.toString("base64")}` };
}
