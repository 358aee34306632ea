/** A slice's predicted cost; a `UsageAccount` has these properties. */
export interface SlicePrediction {
  /** The plugin's account. */
  readonly plugin: object;
  /** Predicted duration in milliseconds. */
  readonly expectedMs: number;
}

/** A slice that was posted to a worker. */
interface PostedSlice extends SlicePrediction {
  readonly task: number;
}

/**
 * The slices that were posted to a worker and are not answered, in order; the worker answers each exactly
 * once. They are few: only some milliseconds of work are posted in advance.
 */
export class PostedSlices {
  /** Sum of the slices' predicted milliseconds. */
  expectedMs = 0;
  private readonly slices: PostedSlice[] = [];
  private lastSettled = 0;

  /** Number of unanswered slices. */
  get inFlight(): number {
    return this.slices.length;
  }

  /** Number of unanswered slices of a plugin. */
  inFlightOf(plugin: object): number {
    return this.slices.filter((slice) => slice.plugin === plugin).length;
  }

  add(task: number, { plugin, expectedMs }: SlicePrediction): void {
    this.slices.push({ task, plugin, expectedMs });
    this.expectedMs += expectedMs;
  }

  /**
   * Removes the slice that was answered.
   *
   * @throws {Error} when no answer was expected
   */
  settle(task: number): void {
    const index = this.slices.findIndex((slice) => slice.task === task);
    const settled = this.slices[index];
    if (settled === undefined) throw new Error(`no slice of task ${task} is posted`);
    this.slices.splice(index, 1);
    this.lastSettled = task;
    // Resets the sum, because floating-point errors accumulate.
    this.expectedMs = this.slices.length === 0 ? 0 : this.expectedMs - settled.expectedMs;
  }

  /** Whether a slice of the task is unanswered. */
  has(task: number): boolean {
    return this.slices.some((slice) => slice.task === task);
  }

  /** The task that ran last, as far as the main thread knows; 0 for none. */
  get lastServed(): number {
    return this.slices[0]?.task ?? this.lastSettled;
  }
}
