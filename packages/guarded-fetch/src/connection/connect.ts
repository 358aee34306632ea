import { once } from "node:events";
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { isPublicAddress } from "../address/addresses.ts";
import { blocked, GuardedFetchError } from "../errors.ts";
import type { Lookups } from "../dns/lookups.ts";
import type { ResolvedAddress } from "../options.ts";

/** The most addresses of one name that are tried, because name servers may return thousands. */
const MAX_ADDRESSES = 16;

/** The target of a connection. */
export interface Target {
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Cancels the attempt; without effect once connected. */
  readonly cancel: AbortSignal;
  /** The group for which the look-up counts. */
  readonly group: string | undefined;
}

/** How names are resolved and connections opened. */
export interface Network {
  readonly lookups: Lookups;
  /** Node's `net.connect`; in tests, loopback servers replace public addresses. */
  readonly connect: (options: TcpNetConnectOpts) => Socket;
}

/**
 * Opens a TCP connection to a public address. The name is resolved once, all its addresses must
 * be public, and the socket gets exactly the checked ones, so a second, different answer of the name server has no
 * effect.
 *
 * @throws {@link GuardedFetchError} `FETCH_BLOCKED`, and the errors of the network
 */
export async function connectToPublic(target: Target, network: Network): Promise<Socket> {
  const { host, port, cancel } = target;
  const addresses = await findAddresses(target, network.lookups);
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw notPublic(host);
  cancel.throwIfAborted();
  const socket = network.connect({
    host,
    port,
    lookup: pin(addresses.slice(0, MAX_ADDRESSES)),
    autoSelectFamily: true,
    noDelay: true,
  });
  try {
    if (socket.connecting) await once(socket, "connect", { signal: cancel });
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) throw new Error("the server hung up at once");
    if (!isPublicAddress(remoteAddress)) throw notPublic(host);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function findAddresses(
  { host, cancel, group }: Target,
  lookups: Lookups,
): Promise<ResolvedAddress[]> {
  // Node calls no resolver for a literal address, so a check in the resolver would not see it.
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const answer = await lookups(host, { group, signal: cancel });
  if (answer.length === 0) {
    throw new GuardedFetchError("FETCH_NETWORK", `${host} has no address: check the name`);
  }
  return answer.map(({ address }) => ({ address, family: isIP(address) }));
}

/** A resolver that returns only the checked addresses. */
function pin(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, _options, callback) => callback(null, addresses);
}

function notPublic(host: string): GuardedFetchError {
  return blocked(`${host} is no public address: only hosts on the Internet may be fetched`);
}
