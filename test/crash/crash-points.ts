/** Where a process can die: every place at which the pipeline waits for something outside of it. */
export type CrashPoint = "begin" | "flush" | "perform" | "settle" | "complete";

/**
 * One run of a process that dies at a chosen point. From then on every promise it awaits stays pending, so
 * that it does nothing more; the next run starts with what its stores and the platform contain.
 */
export class ProcessRun {
  /** Points passed so far, in order. */
  readonly passed: CrashPoint[] = [];
  private readonly diesAt: number;
  private readonly death = Promise.withResolvers<CrashPoint>();
  private readonly burial = Promise.withResolvers<never>();
  private isDead = false;

  /** @param diesAt number of the point, starting at 0; `Infinity` for a run without a crash */
  constructor(diesAt: number) {
    this.diesAt = diesAt;
    this.burial.promise.catch(() => {});
  }

  /** Resolves when the process has died. */
  get died(): Promise<CrashPoint> {
    return this.death.promise;
  }

  async pass(point: CrashPoint): Promise<void> {
    if (this.isDead) return this.burial.promise;
    this.passed.push(point);
    if (this.passed.length <= this.diesAt) return undefined;
    this.isDead = true;
    this.death.resolve(point);
    return this.burial.promise;
  }

  /** Does some work; what it ends with, also its failure, is of no consequence in a process that has died. */
  async live<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      if (this.isDead) await this.burial.promise;
    }
  }

  /** Rejects what is still pending at the end of the test, so that nothing leaks. */
  bury(): void {
    this.burial.reject(new Error("the process has died"));
  }

  /** Passes a point before an action, and another one after it, before its caller learns of it. */
  async around<Result>(
    before: CrashPoint,
    after: CrashPoint,
    run: () => Promise<Result>,
  ): Promise<Result> {
    await this.pass(before);
    const result = await run();
    await this.pass(after);
    return result;
  }
}
