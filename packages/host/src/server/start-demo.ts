import { type Platform, PLATFORMS } from "@botwright/core";
import { PLATFORM_TITLES, SAMPLE_USERS } from "@botwright/playground";
import { DEMO_EMAIL, fillDemo } from "../demo/demo-content.ts";
import { type DemoPlatforms, startDemoPlatforms } from "../demo/demo-platforms.ts";
import { type DemoProviders, startDemoProviders } from "../demo/demo-providers.ts";
import type { HostOptions } from "../host-options.ts";
import type { HostDomains } from "../http/app.ts";

/** Options of {@link startDemo}. */
export interface DemoOptions {
  /** Of the demo's user. */
  readonly password: string;
  /** A folder of plugin files to publish. */
  readonly plugins: string | undefined;
  /** Writes a line for the person who has started the demo. */
  readonly print: (what: string, text: string) => void;
}

/** A demo around a host: simulated platforms, and providers that answer by rule. */
export interface Demo extends AsyncDisposable {
  /** The host's part of it. */
  readonly options: Pick<HostOptions, "adapterOptions" | "demoProviders" | "onEvent" | "pages">;
  /** Makes user, bots and plugins on the host that has started, and says something on each platform. */
  fill(domains: HostDomains, url: string): Promise<void>;
}

/** What a person says on each platform. */
const WORDS = "你好";
/** Milliseconds for the answer to it. */
const ANSWER_MS = 20_000;

/** Starts what a demo needs before its host. */
export async function startDemo({ password, plugins, print }: DemoOptions): Promise<Demo> {
  await using opened = new AsyncDisposableStack();
  const platforms = opened.use(await startDemoPlatforms());
  const demoProviders: DemoProviders = opened.use(await startDemoProviders());
  let bots: ReadonlyMap<number, Platform> = new Map();
  const running = opened.move();
  return {
    options: {
      demoProviders,
      adapterOptions: ({ platform }) => platforms.adapterOptions(platform),
      pages: (request) => answerPlayground(platforms, request),
      onEvent(event) {
        const platform = bots.get(event.botDbId);
        if (platform !== undefined) platforms.onEvent(platform, event);
      },
    },
    async fill(domains, url) {
      const filled = await fillDemo({ domains, platforms, password, plugins });
      bots = filled.bots;
      await showFirstExchange(platforms, print);
      print("demo user", `${DEMO_EMAIL}  ${password}`);
      print("playground", `${url}/playground/`);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const PLAYGROUND = "/playground";

/** Passes requests below `/playground/` to the chat page; its simulators are at `/simulators` too, for scripts. */
async function answerPlayground(
  { page }: DemoPlatforms,
  request: Request,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  if (url.pathname === PLAYGROUND) return Response.redirect(`${url.origin}${PLAYGROUND}/`, 302);
  if (url.pathname.startsWith(`${PLAYGROUND}/`)) {
    url.pathname = url.pathname.slice(PLAYGROUND.length);
  } else if (!/^\/simulators(?:\/|$)/.test(url.pathname)) return undefined;
  return page.fetch(new Request(url, request));
}

/** Says one thing on each platform, and prints what the bots answer. */
async function showFirstExchange(
  { simulators }: DemoPlatforms,
  print: DemoOptions["print"],
): Promise<void> {
  const answers = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const simulator = simulators[platform];
      // A person of their own, so that the page's chat begins empty.
      await simulator.say({ from: `${SAMPLE_USERS[platform]}1`, text: WORDS });
      const [first] = await simulator.waitForSent(1, { timeoutMs: ANSWER_MS });
      return [PLATFORM_TITLES[platform], first?.text ?? ""] as const;
    }),
  );
  print("person", WORDS);
  for (const [title, text] of answers) print(title, text.split("\n")[0] ?? "");
}
