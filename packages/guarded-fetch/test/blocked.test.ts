import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Internet, openInternet, rejection } from "./internet.ts";

let internet: Internet;
beforeAll(async () => {
  internet = await openInternet();
});
afterAll(() => internet[Symbol.asyncDispose]());

/** Names that lead inside when they are resolved. */
const INSIDE_NAMES = ["localhost", "localhost.", "sub.localhost", "intranet", "metadata.internal"];

/** What becomes of a fetch, and which connections it has opened. */
async function outcomeOf(address: string, init: RequestInit = {}): Promise<unknown[]> {
  for (const name of INSIDE_NAMES) internet.names.set(name, ["127.0.0.1"]);
  const before = internet.dialled.length;
  const { name, code } = await rejection(internet.fetch()(address, init));
  return [name, code, internet.dialled.slice(before), internet.intrusions];
}

const BLOCKED = ["GuardedFetchError", "FETCH_BLOCKED", [], 0];

describe("an address of the inside is blocked before any connection", () => {
  test.each([
    // Loopback in every notation that the URL parser or inet_aton would take.
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "blob:https://127.0.0.1/",
    `blob:https://${"é".repeat(5000)}.example/`,
    ` b\tlob: https://${"é".repeat(5000)}.example/`,
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://0x7f.1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://0177.0x0.0.1/",
    "https://127.000.000.001/",
    "https://127。0。0。1/",
    "https://127.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://%31%32%37.0.0.1/",
    "https://127%2e0%2e0%2e1/",
    "https://0/",
    "https://0.0.0.0/",
    "https:127.0.0.1/",
    "https:\\\\127.0.0.1\\",
    "https://\t127.0.0.1/",
    // IPv6, and IPv4 inside of it.
    "https://[::1]/",
    "https://[::]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[fd00:ec2::254]/",
    "https://[fc00::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
    "https://[100::1]/",
    // Private, shared, link-local (cloud metadata), documentation, multicast, reserved.
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://100.100.100.200/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://192.0.0.192/",
    "https://198.18.0.1/",
    "https://203.0.113.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://240.0.0.1/",
    // Names.
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://ⓛocalhost/",
    "https://sub.localhost/",
    "https://intranet/",
    "https://metadata.internal/computeMetadata/v1/",
  ])("%s", async (address) => {
    const init = { headers: { "metadata-flavor": "Google" } };
    expect(await outcomeOf(address, init)).toEqual(BLOCKED);
  });
});

describe("what an address may not say", () => {
  // spec: plugin.https-only
  test.each([
    "http://example.com/",
    "http://example.com:443/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "data:text/plain,hello",
    "blob:https://example.com/1",
    "javascript:alert(1)",
    "ws://example.com/",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "unix:/var/run/docker.sock",
    "about:blank",
    "https://example.com:8443/",
    "https://example.com:80/",
    "https://example.com:22/",
    "https://example.com:0/",
    "https://user:password@example.com/",
    "https://user@example.com/",
    "https://:password@example.com/",
    "https://example.com@127.0.0.1/",
    "https://example.com%2f@127.0.0.1/",
    "https://example.com:443@127.0.0.1/",
    "https://127.0.0.1\\@example.com/",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "https://[::1/",
    "https://1.2.3.4.5/",
    "https://256.256.256.256/",
    "https://",
    "//example.com/",
    "/path",
    "example.com",
    "",
  ])("%s", async (address) => {
    expect(await outcomeOf(address)).toEqual(BLOCKED);
  });
});

test("the inside can be reached without the guard, so that reaching it would have shown", async () => {
  await using other = await openInternet();
  const socket = other.connect({ host: "10.0.0.1", port: 443 });
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.destroy();
  await expect.poll(() => other.intrusions).toBe(1);
});

describe("public addresses are reached", () => {
  test.each([
    "https://example.com/",
    "https://EXAMPLE.com./",
    "https://example.com:443/",
    "https://@example.com/",
    "https://www。example。com/",
    "https://www.ex%61mple.com/",
    "https://münchen.de/",
    "https://93.184.216.34/",
    "https://0x5db8d822/",
    "https://[2606:2800:220:1::1]/",
  ])("%s", async (address) => {
    const response = await internet.fetch()(address);
    expect(await response.text()).toBe("hello");
  });
});

describe("hosts", () => {
  const only = ["example.com", "*.example.com"];

  test.each([
    [{ hosts: only }, {}],
    [{}, { hosts: only }],
    [{ hosts: ["*.org", ...only] }, { hosts: only }],
  ])("of the fetch %j and of the request %j narrow what may be reached", async (options, init) => {
    const guardedFetch = internet.fetch(options);
    expect((await guardedFetch("https://api.example.com/", init)).status).toBe(200);
    expect((await guardedFetch("https://example.com/", init)).status).toBe(200);
    const asked = internet.asked.length;
    const error = await rejection(guardedFetch("https://example.org/", init));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(error.message).toContain("example.org");
    expect(internet.asked).toHaveLength(asked);
  });

  test("of a request cannot widen those of the fetch, and none means none", async () => {
    const guardedFetch = internet.fetch({ hosts: ["example.org"] });
    const init = { hosts: ["example.com"] };
    for (const host of ["example.com", "example.org"]) {
      const error = await rejection(guardedFetch(`https://${host}/`, init));
      expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    }
    const error = await rejection(internet.fetch()("https://example.com/", { hosts: [] }));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
  });

  test("do not make a private address public", async () => {
    const error = await rejection(
      internet.fetch({ hosts: ["127.0.0.1"] })("https://127.0.0.1/", { hosts: ["127.0.0.1"] }),
    );
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
  });
});
