import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../src/address/addresses.ts";

/** IANA's special-purpose registries, multicast, and what IPv6 has not given out. */
const SPECIAL_V4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const SPECIAL_V6: [string, number][] = [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["100:0:0:1::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

// Two lists, because one with mapped addresses in it takes every IPv4 address for one of them.
const v4List = new BlockList();
const v6List = new BlockList();
for (const [net, prefix] of SPECIAL_V4) v4List.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of SPECIAL_V6) v6List.addSubnet(net, prefix, "ipv6");

const isSpecial = (address: string): boolean =>
  address.includes(":") ? v6List.check(address, "ipv6") : v4List.check(address, "ipv4");

const v4 = (bits: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join(".");
const v6 = (bits: bigint): string =>
  Array.from({ length: 8 }, (_, index) =>
    ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  ).join(":");

/** An address inside the network: its prefix, then any bits. */
function inside(net: string, prefix: number): fc.Arbitrary<string> {
  const isV6 = net.includes(":");
  const width = isV6 ? 128n : 32n;
  const host = width - BigInt(prefix);
  const base = isV6 ? parseV6(net) : parseV4(net);
  return fc
    .bigInt({ min: 0n, max: (1n << host) - 1n })
    .map((bits) => (isV6 ? v6 : v4)(((base >> host) << host) | bits));
}

const parseV4 = (text: string): bigint =>
  text.split(".").reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);

const words = (part: string): string[] => part.split(":").filter((word) => word !== "");

function parseV6(text: string): bigint {
  const [head = "", tail = ""] = text.split("::");
  const gap = Array<string>(8 - words(head).length - words(tail).length).fill("0");
  return [...words(head), ...gap, ...words(tail)].reduce(
    (bits, word) => (bits << 16n) | BigInt(`0x${word}`),
    0n,
  );
}

describe("public", () => {
  test.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "223.255.255.255", "2606:2800:220:1::1"])(
    "%s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test("all of IPv4 that is not special", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }).map(v4), (address) => {
        expect(isPublicAddress(address)).toBe(!isSpecial(address));
      }),
      { numRuns: 2000 },
    );
  });

  test("no IPv6 that is special or not given out", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).map(v6), (address) => {
        const isGlobal = /^[23]/.test(address) && address.split(":")[0]?.length === 4;
        expect(isPublicAddress(address)).toBe(isGlobal && !isSpecial(address));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("not public", () => {
  test.each([...SPECIAL_V4, ...SPECIAL_V6])("anything in %s/%d", (net, prefix) => {
    const range = inside(net, prefix);
    fc.assert(
      fc.property(range, (address) => {
        expect(isSpecial(address)).toBe(true);
        expect(isPublicAddress(address)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test.each(["::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "::ffff:0:"])(
    "an IPv4 address behind %s",
    (prefix) => {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: (1n << 32n) - 1n }).map(v4), (address) => {
          expect(isPublicAddress(`${prefix}${address}`)).toBe(false);
        }),
      );
    },
  );

  test.each(["fe80::1%eth0", "2606:2800:220:1::1%1", "0x7f.1", "2130706433", "010.1.1.1", "", "x"])(
    "%j, which is no usual notation",
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
