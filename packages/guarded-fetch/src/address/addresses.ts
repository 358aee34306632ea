import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv6 range assigned to the public Internet; other ranges are mapped, embedding or local. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether the IP address, in its usual notation, belongs to the public Internet. Addresses that embed
 * others (IPv4-mapped, NAT64, 6to4, Teredo) do not, nor do those with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
