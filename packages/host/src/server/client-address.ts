import { BlockList, isIP } from "node:net";
import { invalidInput } from "@botwright/core";

/** Finds the address of a client. */
export type FindAddress = (
  /** The remote address of the socket. */
  remote: string | undefined,
  /** The header `X-Forwarded-For`. */
  forwarded: string | undefined,
) => string | undefined;

/**
 * Creates the function that finds a client's address. Any client can send `X-Forwarded-For`, so the function trusts
 * only the entries that the operator's proxies have appended: it starts with the socket's address and goes through the
 * header from the end, as long as the current address is one of a proxy.
 *
 * @param proxies addresses and networks of the proxies, such as `10.0.0.0/8`
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
    // At most the last 16 entries: no real chain of proxies is longer, and a client may send any number.
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
