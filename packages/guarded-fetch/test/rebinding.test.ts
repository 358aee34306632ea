import { once } from "node:events";
import { connect, createServer, type Socket, type TcpNetConnectOpts } from "node:net";
import { describe, expect, test } from "vitest";
import { createGuardedFetchWith } from "../src/guarded-fetch.ts";
import type { ResolvedAddress } from "../src/index.ts";
import { openInternet, PUBLIC, rejection } from "./internet.ts";

const [first = "", second = ""] = PUBLIC;

/** A name server whose answer changes from question to question. */
function changing(...answers: string[][]): () => string[] {
  return () => answers.shift() ?? [];
}

describe("a name server that lies", () => {
  test("public at the first question, private at the next: the first answer is the connected one", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", changing([first], ["127.0.0.1"], ["127.0.0.1"]));
    const response = await internet.fetch()("https://example.com/");
    expect(await response.text()).toBe("hello");
    expect(internet.asked).toEqual(["example.com"]);
    expect(internet.dialled).toEqual([[first]]);
    expect(internet.intrusions).toBe(0);
  });

  test("every new connection asks and checks again", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", changing([first], ["10.0.0.1"]));
    // An answer that is thrown away ends its connection.
    internet.sites.set("example.com", (_request, response) => {
      response.setHeader("connection", "close");
      response.end("hello");
    });
    const guardedFetch = internet.fetch();
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    const error = await rejection(guardedFetch("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.asked).toEqual(["example.com", "example.com"]);
    expect(internet.dialled).toEqual([[first]]);
  });

  test("a kept connection stays at the address that was checked", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", changing([first], ["10.0.0.1"]));
    const guardedFetch = internet.fetch();
    for (const _ of [1, 2, 3]) await (await guardedFetch("https://example.com/")).text();
    expect(internet.asked).toEqual(["example.com"]);
    expect(internet.connections).toBe(1);
  });

  test.each([
    [[first, "10.0.0.1"]],
    [["10.0.0.1", first]],
    [[first, second, "::1"]],
    [[first, "::ffff:127.0.0.1"]],
    [[first, "64:ff9b::7f00:1"]],
    [["fe80::1%eth0"]],
    [[first, "not an address"]],
    [[""]],
  ])("one bad answer among %j spoils all", async (answers) => {
    await using internet = await openInternet();
    internet.names.set("example.com", answers);
    const error = await rejection(internet.fetch()("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.dialled).toEqual([]);
  });

  test("the socket gets all checked addresses, and no others", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", [...PUBLIC]);
    await (await internet.fetch()("https://example.com/")).text();
    expect(internet.dialled).toEqual([[...PUBLIC]]);
  });

  test("an answer that changes from look to look is looked at once", async () => {
    await using internet = await openInternet();
    const looks = [first, "127.0.0.1", "127.0.0.1"];
    const changeable = {
      family: 4,
      get address(): string {
        return looks.shift() ?? "";
      },
    };
    const guardedFetch = internet.fetch({ lookup: async () => [changeable] });
    await (await guardedFetch("https://example.com/")).text();
    expect(internet.dialled).toEqual([[first]]);
  });

  test("no answer is no policy but a failure", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", []);
    const error = await rejection(internet.fetch()("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_NETWORK" });
  });
});

describe("redirects", () => {
  test("each hop asks anew: a name that has moved inside is blocked", async () => {
    await using internet = await openInternet();
    internet.names.set("example.com", changing([first], ["192.168.0.1"]));
    internet.sites.set("example.com", (_request, response) => {
      response.writeHead(302, { location: "/next" }).end();
    });
    const error = await rejection(internet.fetch()("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.asked).toEqual(["example.com", "example.com"]);
    expect(internet.dialled).toEqual([[first]]);
    expect(internet.arrived).toHaveLength(1);
  });
});

describe("the other end", () => {
  test("that turns out to be inside gets no byte", async () => {
    await using internet = await openInternet();
    internet.remotes.set(first, "10.0.0.1");
    const error = await rejection(
      internet.fetch()("https://example.com/?secret", { method: "POST", body: "secret" }),
    );
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    await expect.poll(() => internet.connections).toBe(1);
    expect(internet.arrived).toEqual([]);
  });

  test("gets not even the start of TLS, and Node asks only for the checked list, once", async () => {
    const received: Buffer[] = [];
    const ended = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on("data", (chunk) => received.push(chunk));
      socket.on("close", () => ended.resolve());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const given: unknown[] = [];
    /** Node's own way to an address, but for the last step, which leads to loopback. */
    const misled = ({ lookup, ...options }: TcpNetConnectOpts): Socket =>
      connect({
        ...options,
        port,
        lookup: (hostname, how, callback) =>
          lookup?.(hostname, how, (error, addresses) => {
            given.push(addresses);
            callback(error, [{ address: "127.0.0.1", family: 4 }]);
          }),
      });
    const lookup = async (): Promise<ResolvedAddress[]> => [{ address: first, family: 4 }];
    await using guardedFetch = createGuardedFetchWith({ lookup }, { connect: misled });
    const error = await rejection(guardedFetch("https://example.com/"));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    await ended.promise;
    expect(received).toEqual([]);
    expect(given).toEqual([[{ address: first, family: 4 }]]);
    server.close();
  });
});
