import { isIPv4, isIPv6 } from "node:net";

/** Groups of 16 bits in a /64 network, the smallest that providers assign to a customer. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Returns the group of addresses whose requests are counted together: an IPv4 address by itself, or the /64 network of
 * an IPv6 address, because a client can use any address of its network.
 *
 * @example
 * addressGroup("::ffff:192.0.2.1"); // "192.0.2.1"
 * addressGroup("2001:db8::1"); // "2001:db8:0:0"
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped) || !isIPv6(address)) return mapped;
  const [head = "", tail] = withoutZone(address).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  if (first === undefined || last === undefined) return address;
  const zeros = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => "0"), ...last];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Writes an IPv6 address in the canonical notation, without a zone such as `%eth0`. */
function withoutZone(address: string): string {
  return new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
}
