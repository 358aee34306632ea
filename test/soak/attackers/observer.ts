import type { SandboxEvent } from "@botwright/sandbox";
import { percentile } from "../../bench/statistics.ts";
import { settleGarbage } from "../../collect-garbage.ts";

/** Memory of the process without attacks, after a garbage collection, in MiB. */
export interface QuietMemory {
  readonly rss: number;
  /** Objects and what they hold outside of the heap. */
  readonly heap: number;
}

/** Milliseconds between two measurements of the process's memory. */
const SAMPLE_MS = 500;

/** Collects the events of a sandbox and the memory of the process. */
export class Observer {
  readonly unhandled: string[] = [];
  /** Slugs that were blamed for a lost worker, and how often. */
  readonly blamed = new Map<string, number>();
  readonly workers = new Set<number>();
  lostWorkers = 0;
  private readonly samples: { at: number; mebibytes: number }[] = [];
  private readonly started = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor() {
    process.on("unhandledRejection", this.note);
    this.timer = setInterval(() => {
      const mebibytes = process.memoryUsage.rss() / 2 ** 20;
      this.samples.push({ at: performance.now() - this.started, mebibytes });
    }, SAMPLE_MS);
  }

  readonly onEvent = (event: SandboxEvent): void => {
    if (event.type === "worker-started") this.workers.add(event.worker);
    if (event.type === "worker-ended") {
      this.workers.delete(event.worker);
      if (event.reason === "hung" || event.reason === "crashed") this.lostWorkers++;
    }
    const type: string = event.type;
    const isBlame = type === "plugin-struck" || type === "plugin-quarantined";
    if (isBlame && "slug" in event) {
      this.blamed.set(event.slug, (this.blamed.get(event.slug) ?? 0) + 1);
    }
  };

  /** The RSS that half of the samples of one third of the time do not exceed, in MiB. */
  rssOfThird(third: 0 | 1 | 2): number {
    const whole = this.samples.at(-1)?.at ?? 0;
    const own = this.samples.filter(({ at }) => Math.floor((at / (whole + 1)) * 3) === third);
    return percentile(
      own.map(({ mebibytes }) => mebibytes),
      50,
    );
  }

  stop(): void {
    clearInterval(this.timer);
    process.off("unhandledRejection", this.note);
  }

  private readonly note = (reason: unknown): void => void this.unhandled.push(String(reason));
}

/** Collects garbage and measures. */
export async function quietMemory(): Promise<QuietMemory> {
  await settleGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss: rss / 2 ** 20, heap: (heapUsed + external) / 2 ** 20 };
}
