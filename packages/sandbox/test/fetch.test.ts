import { createServer } from "node:http";
import type { HostCallInterceptor } from "@botwright/core";
import { GuardedFetchError } from "@botwright/guarded-fetch";
import { afterAll, describe, expect, test } from "vitest";
import {
  createSandbox,
  type SandboxEvent,
  type SandboxFetchInit,
  type SandboxOptions,
} from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

/** Runs an expression in a sandbox whose fetch is the Web's, beside a loopback server. */
async function fetching(expression: string, options: SandboxOptions = {}): Promise<unknown> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString("hex");
      if (url === "/hang") return;
      if (url === "/large") {
        response.end(Buffer.alloc(2000));
        return;
      }
      response.writeHead(url === "/missing" ? 404 : 200, {
        "x-test": "yes",
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify({
          method,
          url,
          own: headers["x-own"],
          type: headers["content-type"],
          body,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await using own = createSandbox({ workers: 1, fetch, ...options });
  try {
    const report = await loadAndReport(
      own,
      `async function report({ config }) { const { base } = config; return (${expression}); }`,
    );
    const { context } = createContext({ config: { base: `http://127.0.0.1:${port}` } });
    // Before the server closes.
    return await report(context);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("fetch", () => {
  // spec: plugin.fetch
  test("asks and reads", async () => {
    const value = await fetching(`(async () => {
      const response = await fetch(base + "/path?q=1", { method: "POST", headers: { "X-Own": "1" }, body: new Uint8Array([0, 255]) });
      const { status, ok, url, redirected } = response;
      const head = [status, ok, url === base + "/path?q=1", redirected, response.headers.get("X-TEST"), response.headers.has("none"), response.headers.get("none")];
      const text = await (await fetch(base, { method: "PUT", headers: [["content-type", "text/x"]], body: "é" })).text();
      const twice = await response.json().then(() => "read") + await response.text().catch((e) => " " + e.name);
      const missing = await fetch(base + "/missing");
      return [head, JSON.parse(text), twice, response.bodyUsed, missing.ok, missing.status, (await missing.arrayBuffer()).byteLength > 0];
    })()`);
    expect(value).toEqual([
      [200, true, true, false, "yes", false, null],
      { method: "PUT", url: "/", type: "text/x", body: "c3a9" },
      "read TypeError",
      true,
      false,
      404,
      true,
    ]);
  });

  test.each([
    ["no server listens", `fetch("http://127.0.0.1:1/")`, {}, "FETCH_NETWORK"],
    ["no address", `fetch("not an address")`, {}, "INVALID_ARGUMENT"],
    [
      "the response is too large",
      `fetch(base + "/large")`,
      { fetchBytes: 1000 },
      "FETCH_BODY_TOO_LARGE",
    ],
    [
      "the request is too large",
      `fetch(base, { method: "POST", body: "x".repeat(1001) })`,
      { fetchBytes: 1000 },
      "FETCH_BODY_TOO_LARGE",
    ],
    ["it takes too long", `fetch(base + "/hang")`, { fetchMs: 50 }, "FETCH_TIMEOUT"],
  ])("rejects with a code when %s", async (_what, expression, limits, code) => {
    expect(await fetching(`${expression}.catch((error) => error.code)`, { limits })).toBe(code);
  });

  test("that is aborted inside ends outside too", async () => {
    const ended = Promise.withResolvers<unknown>();
    const fetch = (_url: string, { signal }: SandboxFetchInit): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          ended.resolve(signal.reason);
          reject(signal.reason);
        });
      });
    await using own = createSandbox({ workers: 1, fetch });
    const report = await loadAndReport(
      own,
      `async function report() {
      const aborter = new AbortController();
      const fetching = fetch("https://a.example/", { signal: aborter.signal });
      setTimeout(() => aborter.abort(), 1);
      return fetching.catch((error) => error.name);
    }`,
    );
    expect(await report()).toBe("AbortError");
    expect(await ended.promise).toBeInstanceOf(Error);
  });

  test("that is aborted inside before its turn has come is not begun outside", async () => {
    let begun = 0;
    const fetch = (_url: string, { signal }: SandboxFetchInit): Promise<never> =>
      new Promise((_resolve, reject) => {
        begun++;
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    // The second waits until the first one's bytes are free.
    await using own = createSandbox({ workers: 1, fetch, pluginAnswerBytes: 1 });
    const report = await loadAndReport(
      own,
      `async function report() {
      const aborters = [new AbortController(), new AbortController()];
      const fetching = aborters.map(({ signal }) => fetch("https://a.example/", { signal }));
      for (const aborter of aborters.reverse()) aborter.abort();
      return Promise.all(fetching.map((one) => one.catch((error) => error.name)));
    }`,
    );
    expect(await report()).toEqual(["AbortError", "AbortError"]);
    // On a busy machine the first one's turn may come after it was aborted as well.
    expect(begun).toBeLessThanOrEqual(1);
  });

  test("counts for the plugin's slug, whatever the source; without a slug, for the source", async () => {
    const groups: (string | undefined)[] = [];
    const fetch = async (_url: string, { group }: SandboxFetchInit): Promise<Response> => {
      groups.push(group);
      return new Response();
    };
    await using own = createSandbox({ workers: 1, fetch });
    const { context } = createContext();
    for (const info of [{ slug: "installed" }, { approved: { slug: "installed" } }, {}]) {
      for (const comment of ["one", "other"]) {
        const source = `// ${comment}
          export async function handler() {
            await fetch("https://a.example/");
            return { handled: true };
          }`;
        const plugin = await own.load(source, info);
        await plugin.handler(context);
      }
    }
    const [one, other] = groups.slice(4);
    expect(groups).toEqual([...Array.from({ length: 4 }, () => "installed"), one, other]);
    expect(new Set([one, other, "installed", undefined]).size).toBe(4);
  });

  test("from a server that causes too much work is charged like a broken limit", async () => {
    const slow: SandboxEvent[] = [];
    const onEvent = (event: SandboxEvent): void => {
      if (event.type === "plugin-slow") slow.push(event);
    };
    const message = "the server sends its body in too small chunks";
    const fetch = (url: string): Promise<Response> =>
      Promise.reject(
        new GuardedFetchError(
          url.includes("hostile") ? "FETCH_EXCESSIVE_LOAD" : "FETCH_NETWORK",
          message,
        ),
      );
    const budget = { capacity: 1.5, perSecond: 1e-6 };
    const budgets = { installation: { "broken-limits": budget } };
    await using own = createSandbox({ workers: 1, fetch, onEvent, budgets });
    const report = await loadAndReport(
      own,
      `const report = ({ config }) => fetch(config.url).catch((error) => error.code);`,
    );
    const ask = (url: string): Promise<unknown> =>
      report(createContext({ config: { url } }).context);
    for (let times = 0; times < 3; times++) {
      expect(await ask("https://broken.example/")).toBe("FETCH_NETWORK");
    }
    expect(await ask("https://hostile.example/")).toBe("FETCH_EXCESSIVE_LOAD");
    expect(slow).toEqual([]);
    expect(await ask("https://hostile.example/")).toBe("FETCH_EXCESSIVE_LOAD");
    expect(slow).toMatchObject([{ budget: "broken-limits" }]);
  });

  test("is not there when the host gives none", async () => {
    const code = `fetch("https://a.example").catch((error) => error.code)`;
    await using offline = createSandbox({ workers: 1, fetch: false });
    const report = await loadAndReport(offline, `const report = () => ${code};`);
    expect(await report()).toBe("FETCH_UNAVAILABLE");
  });

  test("goes through the caller's interceptor, which may answer from a record", async () => {
    const report = await loadAndReport(
      sandbox,
      `async function report() {
      const response = await fetch("https://a.example/x", { headers: { a: "b" } });
      return { text: await response.text(), status: response.status };
    }`,
    );
    const seen: unknown[] = [];
    // As it comes out of a journal: of a type that only the sandbox knows.
    const recorded = Object.assign(JSON.parse("{}"), {
      status: 201,
      statusText: "",
      url: "https://a.example/x",
      redirected: false,
      headers: [["a", "b"]],
      body: Buffer.from("recorded"),
    });
    const intercept: HostCallInterceptor = (operation, args, execute) => {
      if (operation !== "fetch") return execute();
      seen.push([operation, args]);
      return Promise.resolve(recorded);
    };
    const result = await report(createContext().context, { id: "call", intercept });
    expect(result).toEqual({ text: "recorded", status: 201 });
    expect(seen).toEqual([
      ["fetch", ["https://a.example/x", { method: "GET", headers: [["a", "b"]] }]],
    ]);
  });
});
