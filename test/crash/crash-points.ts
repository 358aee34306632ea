/** Where a process can die: every place at which the pipeline waits for something outside of it. */
export type CrashPoint = "begin" | "flush" | "perform" | "settle" | "complete";

/**
 * One life of a process that dies at a chosen point. From then on nothing that it waits for ever comes, so
 * it does nothing more; what its stores and the platform hold is all that the next life has.
 */
export class ProcessLife {
  /** Points passed so far, in order. */
  readonly passed: CrashPoint[] = [];
  private readonly diesAt: number;
  private readonly death = Promise.withResolvers<CrashPoint>();
  private readonly burial = Promise.withResolvers<never>();
  private isDead = false;

  /** @param diesAt the number of the point, from 0 on; `Infinity` for a life without a crash */
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

  /** Lets go of what still waits, when nobody looks any more: it fails, and does nothing. */
  bury(): void {
    this.burial.reject(new Error("the process has died"));
  }

  /** Goes through a point before something is done, and one after it, before anybody learns of it. */
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
