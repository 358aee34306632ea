import { type IncomingMessage, validateParsedMessage } from "@botwright/core";
import { collectGarbage } from "../collect-garbage.ts";
import { corrupt, createRandom, mutate, poolOf } from "./mutate.ts";
import type { OpenTarget, Target } from "./target.ts";

/** Inputs at once. */
const BATCH = 40;
/** Inputs even on a machine that is too busy for them in the given time: of fewer, the share delivered is chance. */
const FEWEST = 10 * BATCH;
/** The most that the process may hold more after the second half than after the first, in bytes. */
const MAX_GROWTH = 32 * 2 ** 20;

export interface WireFuzzOptions {
  readonly open: OpenTarget;
  readonly seed: number;
  readonly seconds: number;
  /** Whether nothing else runs in the process, so that what it holds can be measured. @default true */
  readonly isAlone?: boolean;
}

/**
 * Feeds an adapter with random inputs in the place of its platform. After each batch a good message
 * still gets its answer; every message that came out of the random ones is a valid one; and what the
 * process holds does not grow.
 *
 * @returns how many inputs there were
 * @throws naming the seed, and the first input of the batch in which it happened
 */
export async function fuzzWire(options: WireFuzzOptions): Promise<number> {
  const { open, seed, seconds, isAlone = true } = options;
  const invalid: unknown[] = [];
  await using target = await open(take);
  const pool = poolOf(target.samples);
  const [first] = target.samples;
  if (first === undefined) throw new Error("there are no samples to change");
  const started = performance.now();
  const share = (): number => (performance.now() - started) / (seconds * 1000);
  let inputs = 0;
  let delivered = 0;
  let held: number | undefined;

  async function take({ id, message }: IncomingMessage): Promise<void> {
    const checked = validateParsedMessage(message);
    if (!checked.success || id === "") invalid.push({ id, errors: checked });
    if (message.text.startsWith(GOOD)) await target.answer(message.text);
    else delivered++;
  }

  function inputAt(index: number): string {
    // Each input has its own numbers, so that it can be made again without those before it.
    const random = createRandom(seed + index * 7919);
    const sample = target.samples[Math.floor(random() * target.samples.length)] ?? first;
    const text = target.write(mutate(target.renew(sample ?? {}, index), random, pool));
    return random() < 0.1 ? corrupt(text, random) : text;
  }

  while (share() < 1 || inputs < FEWEST) {
    const batch = Array.from({ length: BATCH }, (_, index) => inputAt(inputs + index));
    try {
      await Promise.all(batch.map((text) => target.feed(text)));
      await askForAnswer(target, inputs);
      if (invalid.length > 0) throw new Error(`an invalid message: ${JSON.stringify(invalid[0])}`);
    } catch (cause) {
      throw new Error(`seed ${seed}, inputs from ${inputs}: ${String(cause)}`, { cause });
    }
    inputs += BATCH;
    if (isAlone && share() >= 0.5) held ??= heldBytes();
  }
  const isMeasured = isAlone && target.keepsInputs !== true;
  const growth = isMeasured ? heldBytes() - (held ?? 0) : 0;
  if (growth > MAX_GROWTH) throw new Error(`seed ${seed}: the process holds ${growth} bytes more`);
  // Were nearly all refused, the code behind would not have been tried.
  if (delivered < inputs / 10) throw new Error(`only ${delivered} of ${inputs} were delivered`);
  return inputs;
}

const GOOD = "is anybody there ";

async function askForAnswer(target: Target, index: number): Promise<void> {
  const words = `${GOOD}${index}`;
  await target.feed(target.write(target.good(words, index)));
  const answered = await target.answered(words);
  if (!answered) throw new Error("a good message got no answer");
}

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
