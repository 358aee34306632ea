/** The slices that were posted to a worker and are not answered; the worker answers each exactly once. */
export class PostedSlices {
  /** Number of unanswered slices. */
  inFlight = 0;
  /** Their predicted duration in milliseconds. */
  expectedMs = 0;
  /** Unanswered slices by task, each with its predicted duration. */
  private readonly byTask = new Map<number, number[]>();
  private lastSettled = 0;

  add(task: number, expectedMs: number): void {
    const waiting = this.byTask.get(task);
    if (waiting === undefined) this.byTask.set(task, [expectedMs]);
    else waiting.push(expectedMs);
    this.inFlight++;
    this.expectedMs += expectedMs;
  }

  /**
   * Removes the slice that was answered.
   *
   * @throws {Error} when no answer was expected
   */
  settle(task: number): void {
    const waiting = this.byTask.get(task);
    const expected = waiting?.shift();
    if (waiting === undefined || expected === undefined) throw new Error("an answer to nothing");
    if (waiting.length === 0) this.byTask.delete(task);
    this.lastSettled = task;
    this.inFlight--;
    // Resets the sum, because floating-point errors accumulate.
    this.expectedMs = this.inFlight === 0 ? 0 : this.expectedMs - expected;
  }

  /** Whether a slice of the task is unanswered. */
  has(task: number): boolean {
    return this.byTask.has(task);
  }

  /** The task that ran last, as far as the main thread knows; 0 for none. */
  get lastServed(): number {
    const [oldest] = this.byTask.keys();
    return oldest ?? this.lastSettled;
  }
}
