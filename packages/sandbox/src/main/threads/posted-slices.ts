/** The slices that a worker has been given and has not answered: exactly one answer comes for each. */
export class PostedSlices {
  /** How many there are. */
  inFlight = 0;
  /** Milliseconds that they are thought to take. */
  expectedMs = 0;
  /** By task, each with the time that it is thought to take. */
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
   * Counts the answer to a slice off.
   *
   * @throws {Error} when none was expected
   */
  settle(task: number): void {
    const waiting = this.byTask.get(task);
    const expected = waiting?.shift();
    if (waiting === undefined || expected === undefined) throw new Error("an answer to nothing");
    if (waiting.length === 0) this.byTask.delete(task);
    this.lastSettled = task;
    this.inFlight--;
    // Sums of fractions drift.
    this.expectedMs = this.inFlight === 0 ? 0 : this.expectedMs - expected;
  }

  /** Whether a slice of the task has not been answered. */
  has(task: number): boolean {
    return this.byTask.has(task);
  }

  /** The task that has run last, as far as that can be told from here; 0 for none. */
  get lastServed(): number {
    const [oldest] = this.byTask.keys();
    return oldest ?? this.lastSettled;
  }
}
