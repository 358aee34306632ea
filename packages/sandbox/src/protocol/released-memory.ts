/** Most bytes that one call counts; more would not make the garbage collector run any sooner. */
const MAX_BYTES = 134_217_728;

/**
 * Makes this thread's garbage collector count shared memory to which the thread has just given up its references.
 *
 * V8 counts the bytes of an ArrayBuffer for the thread that has it, and collects when they have grown by some 64 MB.
 * It does not count the bytes of a SharedArrayBuffer at all, and frees one only when every thread that had a reference
 * to it has collected, so hundreds of megabytes could stay allocated. Therefore this function allocates an ArrayBuffer
 * of the same size and drops it at once: its pages are never written, so it needs no physical memory.
 */
export function countReleasedBytes(bytes: number): void {
  try {
    void new ArrayBuffer(Math.min(bytes, MAX_BYTES));
  } catch {
    // No address space is left: V8 has collected before it gave up.
  }
}
