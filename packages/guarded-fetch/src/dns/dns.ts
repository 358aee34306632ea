import { lookup as systemLookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onAbort } from "../abort.ts";
import { blocked } from "../errors.ts";
import type { Lookup, ResolvedAddress } from "../options.ts";

/** Milliseconds to wait for the other address family after one has answered (RFC 8305, section 3). */
const RESOLUTION_DELAY_MS = 50;
/** `timeout` is that of the first attempt in milliseconds; it doubles with each further attempt. */
const TRY = { timeout: 2000, tries: 3 };

/**
 * Names without public hosts (RFC 6761, RFC 6762, RFC 7686, RFC 8375, and `internal` as reserved by ICANN)
 * and single labels: they are refused without a query.
 */
const SPECIAL_USE = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|home\.arpa|onion|invalid|test)$/i;

/** Asks the operating system, including its hosts file and name services, in one of libuv's few threads. */
export const resolveBySystem: Lookup = (hostname) => systemLookup(hostname, { all: true });

/**
 * Creates a resolver that queries name servers itself: it needs no thread of libuv's pool and can be
 * cancelled. It queries IPv4 and IPv6 addresses at once; IPv4 addresses come first in the result.
 *
 * @param nameServers as for `dns.setServers`; by default those of the system
 */
export function createDnsLookup(nameServers?: readonly string[]): Lookup {
  return async (hostname, { signal }) => {
    const name = hostname.replace(/\.$/, "");
    if (SPECIAL_USE.test(name)) throw blocked(`${hostname} is the name of no public host`);
    const resolver = new Resolver(TRY);
    if (nameServers !== undefined) resolver.setServers(nameServers);
    using _ = onAbort(signal, () => resolver.cancel());
    const ipv4 = answerOf(resolver.resolve4(name));
    const ipv6 = answerOf(resolver.resolve6(name));
    const both = Promise.all([ipv4, ipv6]);
    const first = await Promise.race([ipv4, ipv6]);
    if (first.addresses.length > 0) await Promise.race([both, delay(signal)]);
    // An answer that has not arrived by now is ignored.
    if (first.addresses.length > 0) resolver.cancel();
    const answers = await both;
    signal.throwIfAborted();
    const addresses = answers.flatMap((answer) => answer.addresses);
    if (addresses.length === 0) throw failureOf(answers);
    return addresses;
  };
}

/** The outcome of one query. */
interface Answer {
  readonly addresses: ResolvedAddress[];
  readonly error?: unknown;
}

async function answerOf(question: Promise<string[]>): Promise<Answer> {
  try {
    const addresses = await question;
    return { addresses: addresses.map((address) => ({ address, family: isIP(address) })) };
  } catch (error) {
    return { addresses: [], error };
  }
}

async function delay(signal: AbortSignal): Promise<void> {
  await sleep(RESOLUTION_DELAY_MS, undefined, { signal }).catch(() => {});
}

/** "No address of one family" is less informative than any other failure. */
function failureOf(answers: readonly Answer[]): unknown {
  const failures = answers.map(({ error }) => error).filter((error) => error !== undefined);
  return failures.find((error) => !isNoData(error)) ?? failures[0] ?? new Error("no address");
}

function isNoData(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENODATA";
}
