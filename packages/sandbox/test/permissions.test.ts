import { afterAll, expect, test, vi } from "vitest";
import { createSandbox } from "../src/index.ts";
import { createContext } from "./context.ts";
import { loadAndReport } from "./report.ts";

/** A host's own fetch that follows redirects wherever they lead. */
async function careless(url: string): Promise<Response> {
  const response = new Response("body");
  const end = url.endsWith("/moved") ? "https://elsewhere.example/" : url;
  return Object.defineProperty(response, "url", { value: end });
}

const sandbox = createSandbox({ workers: 1, fetch: careless });
afterAll(() => sandbox.close());

/** What a plugin with these permissions gets of everything. */
async function tryEverything(permissions: string): Promise<unknown> {
  const report = await loadAndReport(
    sandbox,
    `
    export const meta = { slug: "asks", permissions: ${permissions} };
    async function report({ bot, msg, aiService, searchService, getPlatformCreds, mediaBuffer }) {
      const code = (promise) => promise.then(() => "done", (error) => error.code);
      return {
        host: await code(fetch("https://api.example/x")),
        subdomain: await code(fetch("https://eu.api.example/x")),
        redirect: await code(fetch("https://api.example/moved")),
        feishu: await code(getPlatformCreds("feishu")),
        wecom: await code(getPlatformCreds("wecom")),
        ai: await code(aiService.callModel({ model: "m", messages: [] })),
        search: await code(searchService.search("q")),
        media: mediaBuffer === null ? "none" : mediaBuffer.length,
        download: await code(bot.downloadRaw("ref")),
        reply: await code(bot.reply(msg, "hi")),
      };
    }`,
  );
  return report(createContext({ mediaBuffer: Buffer.alloc(3) }).context);
}

const EVERYTHING = {
  host: "done",
  subdomain: "done",
  redirect: "done",
  feishu: "done",
  wecom: "done",
  ai: "done",
  search: "done",
  media: 3,
  download: "done",
  reply: "done",
};
const DENIED = "PERMISSION_DENIED";

test("a plugin that declares nothing may do everything", async () => {
  expect(await tryEverything("undefined")).toEqual(EVERYTHING);
});

test("one that declares permissions has those and no others", async () => {
  expect(await tryEverything("{}")).toEqual({
    host: DENIED,
    subdomain: DENIED,
    redirect: DENIED,
    feishu: DENIED,
    wecom: DENIED,
    ai: DENIED,
    search: DENIED,
    media: "none",
    download: DENIED,
    reply: "done",
  });
  expect(
    await tryEverything(
      `{ hosts: ["api.example"], creds: ["feishu"], ai: true, search: true, media: true }`,
    ),
  ).toEqual({ ...EVERYTHING, subdomain: DENIED, redirect: DENIED, wecom: DENIED });
  expect(await tryEverything(`{ hosts: ["*.api.example"] }`)).toMatchObject({
    host: DENIED,
    subdomain: "done",
  });
});

test("the body that a refused redirect has led to is cancelled, so that it holds no connection", async () => {
  const cancelled = Promise.withResolvers<void>();
  const fetch = async (): Promise<Response> => {
    const endless = new ReadableStream({ cancel: () => cancelled.resolve() });
    return Object.defineProperty(new Response(endless), "url", {
      value: "https://elsewhere.example/",
    });
  };
  const report = await loadAndReport(
    sandbox,
    `
    export const meta = { slug: "moves", permissions: { hosts: ["api.example"] } };
    const report = () => fetch("https://api.example/").catch(({ code }) => code);`,
    { fetch },
  );
  expect(await report()).toBe(DENIED);
  await cancelled.promise;
});

test("a call's fetches do not read the plugin's hosts again", async () => {
  const report = await loadAndReport(
    sandbox,
    `
    const hosts = Array.from({ length: 100 }, (_, at) => "*.h" + at + ".example");
    export const meta = { slug: "fetches", permissions: { hosts } };
    async function report() {
      const urls = Array.from({ length: 20 }, (_, at) => "https://api.h" + at + ".example/");
      const responses = await Promise.all(urls.map((url) => fetch(url)));
      return responses.length;
    }`,
  );
  const canParse = vi.spyOn(URL, "canParse");
  try {
    expect(await report(createContext().context)).toBe(20);
    expect(canParse.mock.calls.length).toBeLessThan(100);
  } finally {
    canParse.mockRestore();
  }
});
