import { execFile } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxFetchInit } from "../src/index.ts";
import {
  createFetchThread,
  type FetchThread,
  type FetchThreadEnd,
  type FetchThreadOptions,
} from "../src/main/threads/fetch-thread.ts";
import { RUN_SOURCES } from "../../../test/thread-bundle.ts";

const run = promisify(execFile);

/** What the server answers, by path. */
const sites = new Map<string, RequestListener>();
const server = createServer((request, response) => {
  const site = sites.get(request.url ?? "");
  if (site) site(request, response);
  else response.end("hello");
});
let origin = "";
let thread: FetchThread;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  thread = createFetchThread({ guard: { allowedOrigins: [origin] } });
});
afterAll(async () => {
  await thread.close();
  server.close();
  server.closeAllConnections();
});

function newInit(own: Partial<SandboxFetchInit> = {}): SandboxFetchInit {
  return { method: "GET", headers: [], signal: new AbortController().signal, ...own };
}

async function rejection(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  const error: unknown = await promise.then(
    () => new Error("it did not reject"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error("not an Error", { cause: error });
  return error;
}

describe("a fetch in its own thread", () => {
  test("gives back status, headers, address and the whole body", async () => {
    sites.set(
      "/from",
      (_request, response) => void response.writeHead(302, { location: "/to" }).end(),
    );
    sites.set("/to", (message, response) => {
      response.writeHead(
        418,
        "Teapot",
        [
          ["x-own", "1"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
        ].flat(),
      );
      message.pipe(response);
    });
    const body = new Uint8Array(1_000_000).fill(7);
    const init = newInit({ method: "PUT", headers: [["x-a", "b"]], body });
    const response = await thread.fetch(`${origin}/to`, init);
    expect([response.status, response.statusText, response.url]).toEqual([
      418,
      "Teapot",
      `${origin}/to`,
    ]);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.alloc(1_000_000, 7));
    const redirected = await thread.fetch(`${origin}/from`, newInit());
    expect([redirected.redirected, redirected.url, redirected.status]).toEqual([
      true,
      `${origin}/to`,
      418,
    ]);
    expect(await redirected.text()).toBe("");
  });

  test.each([204, 205, 304])("takes a %d, which has no body", async (status) => {
    sites.set("/empty", (_request, response) => void response.writeHead(status).end());
    expect((await thread.fetch(`${origin}/empty`, newInit())).status).toBe(status);
  });

  test("makes no request in the main thread", async () => {
    const requests: unknown[] = [];
    const note = (message: unknown): void => void requests.push(message);
    subscribe("http.client.request.start", note);
    expect(await (await thread.fetch(origin, newInit())).text()).toBe("hello");
    unsubscribe("http.client.request.start", note);
    expect(requests).toEqual([]);
  });

  test.each([
    ["FETCH_BLOCKED", "https://127.0.0.1/", {}],
    ["FETCH_BLOCKED", "http://example.com/", {}],
    ["FETCH_BLOCKED", "/", { hosts: ["example.com"] }],
    ["FETCH_BODY_TOO_LARGE", "/large", { maxResponseBytes: 999 }],
    ["FETCH_EXCESSIVE_LOAD", "/hints", {}],
    ["FETCH_NETWORK", "/cut", {}],
  ])("keeps the code %s of %s with %j", async (code, path, init) => {
    sites.set("/large", (_request, response) => void response.end(Buffer.alloc(1000)));
    sites.set("/hints", ({ socket }) => void socket.write("HTTP/1.1 103 Hints\r\n\r\n".repeat(20)));
    sites.set("/cut", ({ socket }) => socket.destroy());
    const url = path.startsWith("/") ? `${origin}${path}` : path;
    const error = await rejection(thread.fetch(url, newInit(init)));
    expect(error).toMatchObject({ name: "GuardedFetchError", code });
    expect(error.message).not.toContain("thread");
  });

  test("keeps a TypeError, which has no code", async () => {
    const error = await rejection(thread.fetch(origin, newInit({ headers: [["a b", "c"]] })));
    expect(error).toBeInstanceOf(TypeError);
  });

  test("says that it waits for a place, and that it has one", async () => {
    const held = Promise.withResolvers<void>();
    sites.set("/held", (_request, response) => void held.promise.then(() => response.end()));
    const guard = { allowedOrigins: [origin], maxFetches: 1 };
    const narrow = createFetchThread({ guard });
    const said: boolean[] = [];
    const first = narrow.fetch(`${origin}/held`, newInit());
    const second = narrow.fetch(
      origin,
      newInit({ onWaiting: (isWaiting) => void said.push(isWaiting) }),
    );
    await expect.poll(() => said).toEqual([true]);
    held.resolve();
    await Promise.all([first, second]);
    expect(said).toEqual([true, false]);
    await narrow.close();
  });

  test("is aborted there too", async () => {
    const aborter = new AbortController();
    const closed = Promise.withResolvers<void>();
    sites.set("/hang", (_request, response) => {
      response.on("close", () => closed.resolve());
      aborter.abort(new Error("no longer wanted"));
    });
    const error = await rejection(
      thread.fetch(`${origin}/hang`, newInit({ signal: aborter.signal })),
    );
    expect(error.message).toBe("no longer wanted");
    await closed.promise;
    const late = await rejection(thread.fetch(origin, newInit({ signal: aborter.signal })));
    expect(late.message).toBe("no longer wanted");
  });

  test("ends the largest body when all together hold too much", async () => {
    await using own = disposable({ guard: { allowedOrigins: [origin] }, maxHeldBytes: 100_000 });
    const mayEnd = Promise.withResolvers<void>();
    sites.set("/small", (_request, response) => {
      response.write(Buffer.alloc(30_000));
      void mayEnd.promise.then(() => response.end());
    });
    sites.set("/larger", (_request, response) => void response.end(Buffer.alloc(90_000)));
    const fetchLarger = async (): Promise<string> => {
      const error = await rejection(own.fetch(`${origin}/larger`, newInit()));
      return error.message;
    };
    const small = own.fetch(`${origin}/small`, newInit()).then((response) => response.bytes());
    small.catch(() => {});
    // The small one may not have come yet.
    await expect.poll(fetchLarger, { timeout: 20_000 }).toContain("too many large bodies");
    mayEnd.resolve();
    expect((await small).byteLength).toBe(30_000);
  });
});

function disposable(options: FetchThreadOptions): FetchThread & AsyncDisposable {
  const own = createFetchThread(options);
  return { ...own, [Symbol.asyncDispose]: () => own.close() };
}

describe("close", () => {
  test("ends what is under way, and refuses what comes after", async () => {
    const own = createFetchThread({ guard: { allowedOrigins: [origin] } });
    const arrived = Promise.withResolvers<void>();
    sites.set("/open", () => arrived.resolve());
    const waiting = rejection(own.fetch(`${origin}/open`, newInit()));
    await arrived.promise;
    await own.close();
    await own.close();
    expect(await waiting).toMatchObject({ code: "FETCH_CLOSED" });
    expect(await rejection(own.fetch(origin, newInit()))).toMatchObject({ code: "FETCH_CLOSED" });
  });

  test("right after a call, and without any, is as good", async () => {
    await createFetchThread({ guard: {} }).close();
    const own = createFetchThread({ guard: {} });
    const waiting = rejection(own.fetch("https://example.com/", newInit()));
    await own.close();
    expect(await waiting).toMatchObject({ code: "FETCH_CLOSED" });
  });
});

/** A thread that runs this code for each fetch; `answer` gives back a text as the body. */
function misbehaving(
  code: string,
  options: Partial<FetchThreadOptions> = {},
): {
  thread: FetchThread & AsyncDisposable;
  ends: FetchThreadEnd[];
} {
  const source = `
    import { parentPort, threadId } from "node:worker_threads";
    const answer = (id, text, own) => parentPort.postMessage({
      type: "response", id, status: 200, statusText: "", url: "https://a.example/", redirected: false,
      headers: [], body: new TextEncoder().encode(text).buffer, ...own,
    });
    parentPort.on("message", async ({ type, id, url }) => {
      if (type === "ping") parentPort.postMessage({ type: "pong" });
      if (type !== "fetch") return;
      if (url === "good") return answer(id, String(threadId));
      ${code}
    });
    parentPort.postMessage({ type: "ready" });`;
  const ends: FetchThreadEnd[] = [];
  const started = disposable({
    guard: {},
    file: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    onLost: (reason) => ends.push(reason),
    ...options,
  });
  return { thread: started, ends };
}

describe("a thread that", () => {
  test.each([
    ["exits", "process.exit(1)", "crashed"],
    ["throws", "throw new Error('a bug')", "crashed"],
    ["rejects", "Promise.reject(new Error('a bug'))", "crashed"],
    ["hangs", "for (;;);", "hung"],
    ["sends nothing of sense", "parentPort.postMessage(null)", "broken-message"],
    ["sends an unknown type", "parentPort.postMessage({ type: 'x' })", "broken-message"],
    ["sends half a response", "parentPort.postMessage({ type: 'response', id })", "broken-message"],
    ["sends a body that is none", "answer(id, '', { body: 'x' })", "broken-message"],
    ["sends headers that are none", "answer(id, '', { headers: [[1]] })", "broken-message"],
    [
      "sends a header with a line break",
      "answer(id, '', { headers: [['a', 'b\\r\\nc']] })",
      "broken-message",
    ],
    ["sends a status that is none", "answer(id, '', { status: 42 })", "broken-message"],
    [
      "sends half an error",
      "parentPort.postMessage({ type: 'error', id, name: 1 })",
      "broken-message",
    ],
  ])("%s costs what is under way, and is replaced", async (_what, code, reason) => {
    const hungMs = reason === "hung" ? 1000 : 20_000;
    await using broken = disposableOf(misbehaving(code, { pingMs: 20, hungMs }));
    const first = await (await broken.thread.fetch("good", newInit())).text();
    const errors = await Promise.all(
      [1, 2].map(() => rejection(broken.thread.fetch("bad", newInit()))),
    );
    for (const error of errors) expect(error).toMatchObject({ code: "FETCH_NETWORK" });
    const second = await (await broken.thread.fetch("good", newInit())).text();
    expect(second).not.toBe(first);
    expect(broken.ends[0]).toBe(reason);
  });

  test("is slow with one fetch but answers pings is left alone", async () => {
    const code = "setTimeout(() => answer(id, 'late'), 3000)";
    await using slow = disposableOf(misbehaving(code, { pingMs: 20, hungMs: 1000 }));
    expect(await (await slow.thread.fetch("slow", newInit())).text()).toBe("late");
    expect(slow.ends).toEqual([]);
  });

  test("that answers fetches that were not asked for is ignored", async () => {
    await using odd = disposableOf(misbehaving("answer(id + 1, 'x'); answer(id, 'own')"));
    expect(await (await odd.thread.fetch("odd", newInit())).text()).toBe("own");
    expect(odd.ends).toEqual([]);
  });

  test("looks for the host's environment finds none", async () => {
    process.env["SECRET_OF_THE_HOST"] = "x";
    await using nosy = disposableOf(misbehaving("answer(id, JSON.stringify(process.env))"));
    expect(await (await nosy.thread.fetch("nosy", newInit())).json()).toEqual({});
  });
});

function disposableOf<Parts extends { thread: AsyncDisposable }>(
  parts: Parts,
): Parts & AsyncDisposable {
  return { ...parts, [Symbol.asyncDispose]: () => parts.thread[Symbol.asyncDispose]() };
}

test("an idle thread holds no process", async () => {
  const script = fileURLToPath(new URL("idle-fetch-thread.ts", import.meta.url));
  const flags = ["--no-warnings", ...RUN_SOURCES];
  const { stdout } = await run(process.execPath, [...flags, script, origin], { timeout: 100_000 });
  expect(stdout).toBe("hello");
});
