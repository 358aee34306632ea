/** What one call of a handler may use. Breaking a limit ends the call. */
export interface CallLimits {
  /** Milliseconds of CPU time, summed over all slices. @default 1000 */
  cpuMs: number;
  /** Milliseconds from start to end, including waits. @default 120_000 */
  wallMs: number;
  /**
   * Memory of the virtual machine in bytes, including its own 6 MiB: 16 MiB to 1 GiB. For one plugin not
   * more than for its sandbox. @default 134_217_728
   */
  memoryBytes: number;
  /** Bytes that a file may leave in the machine after loading. @default 33_554_432 */
  imageBytes: number;
  /** Host calls. @default 200 */
  hostCalls: number;
  /** Host calls open at once; further ones wait. @default 8 */
  openHostCalls: number;
  /** Replies and other messages sent to the chat. @default 32 */
  sends: number;
  /** Calls of `fetch`. @default 20 */
  fetches: number;
  /** Bytes of a fetch's body, in each direction. @default 5_242_880 */
  fetchBytes: number;
  /** Milliseconds of one fetch. @default 30_000 */
  fetchMs: number;
  /** Bytes of one downloaded medium. @default 20_971_520 */
  downloadBytes: number;
  /** Bytes of the medium of one send; a larger one rejects with `MEDIA_TOO_LARGE`. @default 20_971_520 */
  uploadBytes: number;
  /** Bytes into and out of the machine; JSON is counted in characters. @default 134_217_728 */
  transferBytes: number;
  /**
   * Items and members in the JSON that leaves the machine, all of which the host has to read.
   * @default 250_000
   */
  transferValues: number;
  /** Timers started; each tick of an interval counts. @default 1000 */
  timers: number;
  /** Promise jobs run, the continuations of `await` and `then`. @default 1_000_000 */
  jobs: number;
  /** Characters of console output; each line counts 64 more. @default 65_536 */
  consoleBytes: number;
}
