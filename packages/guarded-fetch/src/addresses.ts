import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All that IPv6 has given out for the public; what lies outside maps, embeds or is local. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether the IP address, in its usual notation, is one of the public Internet. Addresses that
 * embed others (IPv4-mapped, NAT64, 6to4, Teredo) are not, nor are those with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
