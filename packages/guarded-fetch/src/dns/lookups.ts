import { unlessAborted } from "../abort.ts";
import type { FairSemaphore, Slot } from "../load/fair-semaphore.ts";
import type { Lookup, ResolvedAddress } from "../options.ts";

/** The group of a look-up, and the signal that ends it. */
interface LookupRequest {
  readonly group: string | undefined;
  readonly signal: AbortSignal;
}

/** Options of {@link createLookups}. */
export interface LookupsOptions {
  readonly lookup: Lookup;
  readonly queue: FairSemaphore;
  readonly timeoutMs: number;
}

/** Resolves names, with a bounded number and duration, and fairly among groups. */
export type Lookups = (host: string, request: LookupRequest) => Promise<ResolvedAddress[]>;

/** A query in progress. */
interface Question {
  readonly answer: Promise<ResolvedAddress[]>;
  readonly cancel: AbortController;
  /** How many callers wait for the answer; when the last one leaves, the query is cancelled. */
  askers: number;
}

/**
 * Bounds a resolver by a queue and a timeout, and merges identical concurrent queries. Answers are not
 * cached: every new connection queries again.
 */
export function createLookups({ lookup, queue, timeoutMs }: LookupsOptions): Lookups {
  const open = new Map<string, Question>();

  function ask(host: string, slot: Slot): Question {
    const cancel = new AbortController();
    const timer = setTimeout(() => cancel.abort(timeout(timeoutMs)), timeoutMs);
    const found = resolve(lookup, host, cancel.signal);
    const question = { answer: unlessAborted(found, cancel.signal), cancel, askers: 0 };
    const end = (): void => {
      clearTimeout(timer);
      if (open.get(host) === question) open.delete(host);
    };
    question.answer.then(end, end);
    // A resolver that cannot be cancelled keeps its slot until it has answered.
    found.then(
      () => slot.release(),
      () => slot.release(),
    );
    open.set(host, question);
    return question;
  }

  return async (host, { group, signal }) => {
    let question = open.get(host);
    if (question === undefined) {
      const slot = await queue.acquire(group, signal);
      question = open.get(host);
      if (question === undefined) question = ask(host, slot);
      else slot.release();
    }
    question.askers++;
    try {
      return await unlessAborted(question.answer, signal);
    } finally {
      question.askers--;
      if (question.askers === 0) {
        if (open.get(host) === question) open.delete(host);
        question.cancel.abort();
      }
    }
  };
}

async function resolve(
  lookup: Lookup,
  host: string,
  signal: AbortSignal,
): Promise<ResolvedAddress[]> {
  const answer = await lookup(host, { signal });
  // Copied, so that the resolver cannot change the addresses after the check.
  return answer.map(({ address, family }) => ({ address, family }));
}

function timeout(timeoutMs: number): Error {
  const message = `no name server answered within ${timeoutMs} ms`;
  return Object.assign(new Error(message), { code: "ETIMEOUT" });
}
