import { execFile } from "node:child_process";
import { lookup as systemLookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetchWith, type GuardedFetch } from "../src/guarded-fetch.ts";
import { createGuardedFetch, type GuardedFetchOptions } from "../src/index.ts";
import { type Internet, openInternet, PUBLIC, rejection } from "./internet.ts";
import { type NameServer, openNameServer } from "./name-server.ts";

const run = promisify(execFile);
const [first = "", second = "", ipv6 = ""] = PUBLIC;

let internet: Internet;
let names: NameServer;
beforeAll(async () => {
  [internet, names] = await Promise.all([openInternet(), openNameServer()]);
  names.zones.set("silent.example.com", { silent: "both" });
  for (let n = 0; n < 40; n++) names.zones.set(`silent${n}.example.com`, { silent: "both" });
});
afterAll(async () => {
  await internet[Symbol.asyncDispose]();
  await names[Symbol.asyncDispose]();
});

/** A fetch that asks the name server for names; connections lead into the small Internet. */
function fetchByNames(options: GuardedFetchOptions = {}): GuardedFetch {
  return internet.fetchWith({ nameServers: [names.address], ...options });
}

describe("a name server", () => {
  test.each([
    ["IPv4 only", { addresses: [first] }, [first]],
    ["IPv6 only", { addresses: [ipv6] }, [ipv6]],
    ["both, IPv4 first", { addresses: [ipv6, second, first] }, [second, first, ipv6]],
    ["IPv4, and is silent about IPv6", { addresses: [first], silent: "AAAA" }, [first]],
    ["IPv6, and is silent about IPv4", { addresses: [ipv6], silent: "A" }, [ipv6]],
    ["a chain of names", { addresses: [first], cname: "other.example.org" }, [first]],
  ] as const)("gives %s", async (_what, zone, dialled) => {
    names.zones.set("example.com", zone);
    const before = internet.dialled.length;
    await using guardedFetch = fetchByNames();
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    expect(internet.dialled.slice(before)).toEqual([dialled]);
  });

  test("is asked once for each name of a connection, in its ASCII form and without the last dot", async () => {
    names.zones.set("xn--mnchen-3ya.de", { addresses: [first] });
    const before = names.asked.length;
    await using guardedFetch = fetchByNames();
    expect(await (await guardedFetch("https://München.de./")).text()).toBe("hello");
    expect(names.asked.slice(before).toSorted()).toEqual([
      "xn--mnchen-3ya.de/A",
      "xn--mnchen-3ya.de/AAAA",
    ]);
  });

  test.each([
    ["a private address", { addresses: ["10.0.0.1"] }],
    ["a private address beside a public one", { addresses: [first, "10.0.0.1"] }],
    ["a private IPv6 address beside a public IPv4 one", { addresses: [first, "fd00::1"] }],
    ["loopback after a chain of names", { addresses: ["127.0.0.1"], cname: "example.org" }],
    [
      "one private address as the last of a thousand",
      { addresses: [...publicAddresses(1000), "169.254.169.254"] },
    ],
  ])("that gives %s leads nowhere", async (_what, zone) => {
    names.zones.set("inside.example.com", zone);
    const before = internet.dialled.length;
    await using guardedFetch = fetchByNames();
    const error = await rejection(guardedFetch("https://inside.example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.dialled).toHaveLength(before);
  });

  test("that gives thousands of addresses has 16 of them tried", async () => {
    names.zones.set("example.com", { addresses: [first, ...publicAddresses(2000)] });
    const before = internet.dialled.length;
    await using guardedFetch = fetchByNames();
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    expect(internet.dialled.slice(before).map((dialled) => dialled.length)).toEqual([16]);
  });

  test.each([
    ["knows no such name", "nowhere.example.com", undefined, "ENOTFOUND"],
    ["knows no address of the name", "empty.example.com", { addresses: [] }, "ENODATA"],
    ["is silent", "silent.example.com", { silent: "both" }, "ETIMEOUT"],
    [
      "answers other questions",
      "wrong.example.com",
      { addresses: [first], wrongId: true },
      "ETIMEOUT",
    ],
    [
      "is slower than the time-out",
      "slow.example.com",
      { addresses: [first], delayMs: 5000 },
      "ETIMEOUT",
    ],
  ] as const)("that %s is a failure of the network", async (_what, name, zone, code) => {
    if (zone !== undefined) names.zones.set(name, zone);
    await using guardedFetch = fetchByNames({ lookupTimeoutMs: 300 });
    const error = await rejection(guardedFetch(`https://${name}/`));
    expect(error).toMatchObject({ code: "FETCH_NETWORK", cause: { code } });
  });

  test.each([
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "printer",
    "printer.",
    "printer.local",
    "db.internal",
    "router.home.arpa",
    "facebookcorewwwi.onion",
    "metadata.google.internal",
    "no.test",
  ])("is not asked for %s, which is the name of no public host", async (name) => {
    const before = names.asked.length;
    await using guardedFetch = fetchByNames();
    const error = await rejection(guardedFetch(`https://${name}/`));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(names.asked).toHaveLength(before);
  });
});

describe("fetches that wait for a silent name server", () => {
  test("delay no look-up of the host", async () => {
    await using guardedFetch = fetchByNames({ maxLookupsPerGroup: 32 });
    let settled = 0;
    const aborter = new AbortController();
    const before = names.asked.length;
    const fetches = Array.from({ length: 20 }, (_, n) =>
      guardedFetch(`https://silent${n}.example.com/`, { group: "a", signal: aborter.signal })
        .catch(() => {})
        .finally(() => settled++),
    );
    await expect.poll(() => names.asked.length - before).toBeGreaterThanOrEqual(40);
    await Promise.all(Array.from({ length: 8 }, () => systemLookup("localhost")));
    // The host's look-ups are done, and not because the fetches have given up.
    expect(settled).toBe(0);
    aborter.abort();
    await Promise.all(fetches);
  });

  test("delay no look-up of another group, and are four at once", async () => {
    names.zones.set("example.com", { addresses: [first] });
    await using guardedFetch = fetchByNames();
    const aborter = new AbortController();
    const before = names.asked.length;
    const fetches = Array.from({ length: 20 }, (_, n) =>
      guardedFetch(`https://silent${n}.example.com/`, { group: "a", signal: aborter.signal }),
    ).map((fetching) => fetching.catch(() => {}));
    await expect.poll(() => names.asked.length - before).toBe(8);
    const response = await guardedFetch("https://example.com/", { group: "b" });
    expect(await response.text()).toBe("hello");
    const silent = names.asked.slice(before).filter((question) => question.startsWith("silent"));
    expect(new Set(silent).size).toBe(8);
    aborter.abort();
    await Promise.all(fetches);
  });

  test("share one question, which ends when the last of them is aborted", async () => {
    await using guardedFetch = fetchByNames();
    const [one, two] = [new AbortController(), new AbortController()];
    const before = names.asked.length;
    const fetches = [one, two].map(({ signal }, group) =>
      rejection(guardedFetch("https://silent.example.com/", { group: `${group}`, signal })),
    );
    await expect.poll(() => names.asked.length - before).toBe(2);
    one.abort();
    expect((await fetches[0])?.name).toBe("AbortError");
    expect(names.asked.length - before).toBe(2);
    two.abort();
    expect((await fetches[1])?.name).toBe("AbortError");
    // Asked anew: no caller gets an answer that was given up.
    names.zones.set("silent.example.com", { addresses: [first] });
    expect(await (await guardedFetch("https://silent.example.com/")).text()).toBe("hello");
    names.zones.set("silent.example.com", { silent: "both" });
  });

  test("leave no handle once they are aborted: a process ends at once", async () => {
    const script = fileURLToPath(new URL("aborted-lookup.ts", import.meta.url));
    const { stdout } = await run(process.execPath, ["--no-warnings", script, names.address], {
      // The resolver's own tries would take 14 s.
      timeout: 10_000,
    });
    expect(JSON.parse(stdout)).toEqual({ errors: Array(20).fill("AbortError"), resources: [] });
  });
});

test("an allowed origin's name is resolved by the system, with its hosts file", async () => {
  const server = createServer((_request, response) => response.end("hello")).listen(0);
  await once(server, "listening");
  const address = server.address();
  const origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  await using guardedFetch = createGuardedFetch({
    allowedOrigins: [origin],
    nameServers: [names.address],
  });
  expect(await (await guardedFetch(`${origin}/`)).text()).toBe("hello");
  server.close();
});

test.each([[["not an address"]], [["localhost"]], [["127.0.0.1:99999"]]])(
  "name servers %j are no option",
  (nameServers) => {
    expect(() => createGuardedFetchWith({ nameServers }, {})).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  },
);

/** Many public addresses, none of which is listened at. */
function publicAddresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `93.185.${n >> 8}.${n & 255}`);
}
