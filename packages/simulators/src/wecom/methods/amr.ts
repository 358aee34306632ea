const HEAD = "#!AMR\n";
/** Bytes of a frame's speech by its kind; a frame lasts 20 ms. */
const SPEECH = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const FRAME_SECONDS = 0.02;

/** How long a recording in AMR is. What is no frame counts as an empty one. */
export function amrSeconds(bytes: Uint8Array): number {
  let frames = 0;
  for (let at = HEAD.length; at < bytes.length; frames += 1) {
    const kind = ((bytes[at] ?? 0) >> 3) & 15;
    at += 1 + (SPEECH[kind] ?? 0);
  }
  return frames * FRAME_SECONDS;
}
