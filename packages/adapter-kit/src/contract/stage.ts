import type { AdapterState, IncomingMessage, MessageSink, PlatformAdapter } from "@botwright/core";
import { createMemoryAdapterState } from "@botwright/core";
import { createRecordingLogger, type RecordingLogger } from "./secrets.ts";
import type { AdapterContractSetup, ContractPlatform } from "./setup.ts";

/** What a case works with: a platform, adapters on it, and what they received. */
export interface Stage extends ContractPlatform {
  readonly state: AdapterState;
  readonly logger: RecordingLogger;
  readonly received: IncomingMessage[];
  /** A new adapter over the same state, as after a restart of the process. */
  readonly adapter: () => PlatformAdapter;
  /** Starts a new adapter; without a sink it takes everything into `received`. */
  readonly started: (sink?: MessageSink) => Promise<PlatformAdapter>;
}

/** Runs a case on a platform of its own, and stops and closes what it has opened. */
export async function onStage(
  setup: AdapterContractSetup,
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const platform = await setup.open();
  const state = createMemoryAdapterState();
  const logger = createRecordingLogger();
  const received: IncomingMessage[] = [];
  const adapters: PlatformAdapter[] = [];
  const adapter = (): PlatformAdapter => {
    const made = platform.createAdapter({ state, logger });
    adapters.push(made);
    return made;
  };
  const take: MessageSink = async (incoming) => received.push(incoming);
  const stage: Stage = {
    ...platform,
    state,
    logger,
    received,
    adapter,
    async started(sink = take) {
      const made = adapter();
      await made.start(sink);
      return made;
    },
  };
  try {
    await run(stage);
  } finally {
    await Promise.all(adapters.map((made) => made.stop()));
    await platform.inspector.close();
  }
}

const STEP_MS = 10;

/** Waits until the condition holds. @throws after `timeoutMs`, naming what was awaited. */
export async function until(
  what: string,
  condition: () => boolean,
  timeoutMs = 10_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** What the promise rejects with. @throws when it does not */
export async function rejectionOf(what: string, promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what} must reject`);
}
