import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { collectGarbage } from "../../../test/collect-garbage.ts";
import { createGuardedFetch } from "../src/index.ts";
import { openInternet, rejection } from "./internet.ts";

const run = promisify(execFile);

describe("connections", () => {
  test("are used again, by requests of other hosts too when the names differ not", async () => {
    await using internet = await openInternet();
    const guardedFetch = internet.fetch();
    for (const hosts of [["example.com"], ["*.com"], ["example.com", "example.org"]]) {
      await (await guardedFetch("https://example.com/", { hosts })).text();
    }
    expect(internet.connections).toBe(1);
    const error = await rejection(guardedFetch("https://example.com/", { hosts: ["example.org"] }));
    expect(error).toMatchObject({ code: "FETCH_BLOCKED" });
    expect(internet.arrived).toHaveLength(3);
  });

  test("are not used again after a body was left", async () => {
    await using internet = await openInternet();
    internet.sites.set("example.com", (_request, response) => void response.write("first"));
    const guardedFetch = internet.fetch();
    const response = await guardedFetch("https://example.com/");
    await response.body?.cancel();
    internet.sites.clear();
    expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    expect(internet.connections).toBe(2);
  });

  test("that the server has just closed are replaced, but no POST is sent twice", async () => {
    await using internet = await openInternet();
    const guardedFetch = internet.fetch();
    /** The server hangs up on the first request of a connection that was used before. */
    const used = new Set<unknown>();
    internet.sites.set("example.com", ({ socket }, response) => {
      if (used.has(socket)) socket.destroy();
      else response.end("hello");
      used.add(socket);
    });
    for (const _ of [1, 2]) {
      expect(await (await guardedFetch("https://example.com/")).text()).toBe("hello");
    }
    const arrived = internet.arrived.length;
    const init = { method: "POST", body: "x" };
    const error = await rejection(guardedFetch("https://example.com/", init));
    expect(error).toMatchObject({ code: "FETCH_NETWORK" });
    expect(internet.arrived).toHaveLength(arrived + 1);
  });

  test("run side by side", async () => {
    await using internet = await openInternet();
    const guardedFetch = internet.fetch();
    const texts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await guardedFetch("https://example.com/");
        return await response.text();
      }),
    );
    expect(new Set(texts)).toEqual(new Set(["hello"]));
    expect(internet.arrived).toHaveLength(50);
  });
});

describe("close", () => {
  test("ends idle connections", async () => {
    await using internet = await openInternet();
    const guardedFetch = internet.fetch();
    await (await guardedFetch("https://example.com/")).text();
    const began = performance.now();
    await guardedFetch.close();
    expect(internet.sockets.map(({ closed }) => closed)).toEqual([true]);
    // An unused connection ends by itself after four seconds.
    expect(performance.now() - began).toBeLessThan(3500);
  });

  test("ends what is under way, and refuses what comes after", async () => {
    await using internet = await openInternet();
    internet.sites.set("example.com", (_request, response) => void response.write("first"));
    internet.sites.set("example.org", () => {});
    const guardedFetch = internet.fetch();
    const reading = await guardedFetch("https://example.com/");
    const waiting = rejection(guardedFetch("https://example.org/"));
    await expect.poll(() => internet.arrived).toHaveLength(2);
    await guardedFetch.close();
    expect(internet.sockets.map(({ closed }) => closed)).toEqual([true, true]);
    for (const error of [
      await rejection(reading.text()),
      await waiting,
      await rejection(guardedFetch("https://example.com/")),
    ]) {
      expect(error).toMatchObject({ code: "FETCH_CLOSED" });
    }
    await guardedFetch.close();
  });

  test("right after a call, and without any, is as good", async () => {
    await using internet = await openInternet();
    await internet.fetch().close();
    const guardedFetch = internet.fetch();
    const waiting = rejection(guardedFetch("https://example.com/"));
    await guardedFetch[Symbol.asyncDispose]();
    expect(await waiting).toMatchObject({ code: "FETCH_CLOSED" });
  });
});

test("of fetches that were aborted before they began nothing is kept", async () => {
  const guardedFetch = createGuardedFetch();
  const abortBefore = async (): Promise<WeakRef<Error>> => {
    const reason = new Error("not wanted");
    const signal = AbortSignal.abort(reason);
    const thrown = await rejection(guardedFetch("https://example.com/", { signal }));
    if (!Object.is(thrown, reason)) throw thrown;
    return new WeakRef(reason);
  };
  const reasons = await Promise.all(Array.from({ length: 10 }, abortBefore));
  await expect
    .poll(() => {
      collectGarbage();
      return reasons.filter((reason) => reason.deref() !== undefined).length;
    })
    // The last one may be on a stack.
    .toBeLessThan(5);
  await guardedFetch.close();
});

describe("a process of its own", () => {
  test("ignores proxies and weakened TLS in the environment, and ends without a handle", async () => {
    const proxied: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      proxied.push(request.url);
      response.end();
    });
    proxy.on("connect", (request, socket) => {
      proxied.push(request.url);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const address = proxy.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const script = fileURLToPath(new URL("process.ts", import.meta.url));
    const { stdout } = await run(process.execPath, ["--no-warnings", script], {
      env: {
        NODE_USE_ENV_PROXY: "1",
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        HTTP_PROXY: url,
        HTTPS_PROXY: url,
        http_proxy: url,
        https_proxy: url,
        ALL_PROXY: url,
      },
      timeout: 20_000,
    });
    proxy.close();
    expect(JSON.parse(stdout)).toEqual({
      plain: "fetch failed",
      trusted: "hello",
      public: "hello",
      blocked: "FETCH_BLOCKED",
      untrusted: "DEPTH_ZERO_SELF_SIGNED_CERT",
      handles: [],
    });
    expect(proxied).toEqual(["plain.test:80"]);
  });
});
