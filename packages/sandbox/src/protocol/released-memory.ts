/** The most that is counted at once; more would not make the garbage collector run any sooner. */
const MAX_BYTES = 134_217_728;

/**
 * Makes this thread's garbage collector count shared memory to which the thread has just given up its references.
 *
 * V8 counts the bytes of an ArrayBuffer in the thread that has it, and collects when they have grown by some
 * 64 MB; bytes of a SharedArrayBuffer it counts nowhere, and what several threads refer to is only freed when all of
 * them have collected. Hundreds of megabytes could wait for that. An ArrayBuffer of the same size that is garbage
 * at once makes up for it: its pages are never written, so it costs no memory itself.
 */
export function countReleasedBytes(bytes: number): void {
  try {
    void new ArrayBuffer(Math.min(bytes, MAX_BYTES));
  } catch {
    // No address space is left: V8 has collected before it gave up.
  }
}
