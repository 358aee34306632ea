import { BlockList, isIP } from "node:net";
import { invalidInput } from "@botwright/core";

/** Finds the address of a client. */
export type FindAddress = (
  /** Of the socket. */
  remote: string | undefined,
  /** The header `X-Forwarded-For`. */
  forwarded: string | undefined,
) => string | undefined;

/**
 * Creates the rule for clients' addresses. `X-Forwarded-For` is believed as far as it was written by proxies
 * that the operator names: the address is the last one in it that no such proxy has. Any client can write
 * the header, so that without proxies it says nothing.
 *
 * @param proxies addresses and networks, such as `10.0.0.0/8`
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function createFindAddress(proxies: readonly string[]): FindAddress {
  const trusted = new BlockList();
  for (const proxy of proxies) add(trusted, proxy);
  const isTrusted = (address: string): boolean =>
    trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (remote, forwarded) => {
    if (remote === undefined) return undefined;
    let address = plain(remote);
    if (forwarded === undefined) return address;
    // Only the last entries: no real chain of proxies is longer, and a client may send any number.
    for (const entry of forwarded.split(",").slice(-16).toReversed()) {
      if (!isTrusted(address)) break;
      const next = plain(entry.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

function add(trusted: BlockList, proxy: string): void {
  const [address = "", bits] = proxy.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  try {
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  } catch {
    throw invalidInput(`"${proxy}" is no address or network of a proxy, such as 10.0.0.0/8`);
  }
}

/** Writes IPv4 addresses in IPv6's form as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
