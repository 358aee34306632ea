import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv6 range of the public Internet. Other ranges are local, or embed or map other addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether the IP address, in its usual notation, belongs to the public Internet. An address that embeds
 * another one (IPv4-mapped, NAT64, 6to4, Teredo) does not, nor does an address with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
