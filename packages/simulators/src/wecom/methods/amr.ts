const HEAD = "#!AMR\n";
/** The bytes of a frame's speech data by its type; a frame lasts 20 ms. */
const SPEECH = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const FRAME_SECONDS = 0.02;

/** The duration of an AMR recording in seconds. Bytes that are not a frame count as an empty one. */
export function amrSeconds(bytes: Uint8Array): number {
  let frames = 0;
  for (let at = HEAD.length; at < bytes.length; frames += 1) {
    const kind = ((bytes[at] ?? 0) >> 3) & 15;
    at += 1 + (SPEECH[kind] ?? 0);
  }
  return frames * FRAME_SECONDS;
}
