import { type Platform, PLATFORMS } from "@botwright/core";
import { PLATFORM_TITLES, SAMPLE_USERS } from "@botwright/playground";
import { DEMO_EMAIL, fillDemo } from "../demo/demo-content.ts";
import { type DemoPlatforms, startDemoPlatforms } from "../demo/demo-platforms.ts";
import { type DemoProviders, startDemoProviders } from "../demo/demo-providers.ts";
import type { HostOptions } from "../host-options.ts";

/** Options of {@link startDemo}. */
export interface DemoOptions {
  /** The password of the demo's user. */
  readonly password: string;
  /** A folder of plugin files to publish. */
  readonly plugins: string | undefined;
  /** Writes a line for the person who has started the demo. */
  readonly print: (what: string, text: string) => void;
}

/** A demo around a host: simulated platforms, and providers that answer by rule. */
export interface Demo extends AsyncDisposable {
  /** The host's options for the demo. */
  readonly options: Pick<
    HostOptions,
    "adapterOptions" | "demoProviders" | "onEvent" | "pages" | "prepare" | "simulated"
  >;
  /** Sends a message on each platform of the started host, and prints the URLs. */
  show(url: string): Promise<void>;
}

/** The text that a person sends on each platform. */
const WORDS = "你好";
/** Milliseconds to wait for the answer. */
const ANSWER_MS = 20_000;

/**
 * Starts the simulated platforms and providers of a demo, before its host. There are two sets of platforms: one with
 * the demo user's bots, and one for the bots that users bind while they try the host.
 */
export async function startDemo({ password, plugins, print }: DemoOptions): Promise<Demo> {
  await using opened = new AsyncDisposableStack();
  const own = opened.use(
    await startDemoPlatforms({
      about: {
        en: "Five simulated platforms, with the demo user's bots on them.",
        zh: "五个模拟平台，上面是演示用户的机器人。",
      },
      seed: `${password} own`,
    }),
  );
  const spare = opened.use(
    await startDemoPlatforms({
      about: {
        en: "Five simulated platforms for bots that you bind; their credentials are at credentials.json.",
        zh: "五个模拟平台，供您绑定机器人；凭证在 credentials.json。",
      },
      seed: `${password} spare`,
      bindAt: (platform) => `/bots/new?platform=${platform}`,
    }),
  );
  const demoProviders: DemoProviders = opened.use(await startDemoProviders());
  let demoUser = 0;
  /** The set of platforms and the platform of each bot, by the bot's id. */
  const bots = new Map<number, readonly [DemoPlatforms, Platform]>();
  const platformsOf = (userId: number): DemoPlatforms => (userId === demoUser ? own : spare);
  const running = opened.move();
  return {
    options: {
      demoProviders,
      simulated: true,
      async prepare(content) {
        const user = await content.users.ensure({ name: "Demo", email: DEMO_EMAIL, password });
        demoUser = user.id;
        await fillDemo({ content, platforms: own, user, plugins });
      },
      adapterOptions({ platform, userId, id }) {
        const platforms = platformsOf(userId);
        if (id !== undefined) bots.set(id, [platforms, platform]);
        return platforms.adapterOptions(platform);
      },
      pages: async (request) => answerPages({ own, spare }, request),
      onEvent(event) {
        const [platforms, platform] = bots.get(event.botDbId) ?? [];
        if (platform !== undefined) platforms?.onEvent(platform, event);
      },
    },
    async show(url) {
      await showFirstExchange(own, print);
      print("demo user", `${DEMO_EMAIL}  ${password}`);
      print("playground", `${url}/playground/  (your own bots: ${url}/playground/spare/)`);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The paths of the pages; the longer one comes first because the shorter one is its prefix. */
const PLACES = [
  ["/playground/spare", "spare"],
  ["/playground", "own"],
] as const;

/**
 * Passes requests below `/playground/` to the chat pages. Scripts can also use the demo user's simulators at
 * `/simulators`.
 */
async function answerPages(
  sets: { readonly own: DemoPlatforms; readonly spare: DemoPlatforms },
  request: Request,
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const { pathname } = url;
  if (/^\/simulators(?:\/|$)/.test(pathname)) return sets.own.page.fetch(request);
  const place = PLACES.find(([path]) => pathname === path || pathname.startsWith(`${path}/`));
  if (place === undefined) return undefined;
  const [path, name] = place;
  if (pathname === path) return Response.redirect(`${url.origin}${path}/`, 302);
  url.pathname = pathname.slice(path.length);
  const bench = name === "spare" ? await answerBench(sets.spare, url.pathname, request) : undefined;
  return bench ?? sets[name].page.fetch(new Request(url, request));
}

/**
 * Replaces the platforms' consoles and a phone for bots that users bind. `GET credentials.json` returns credentials;
 * `PUT callbacks/wecom` sets a WeCom bot's callback URL; `POST phone/scan` and `POST phone/confirm` scan and confirm a
 * QR code of WeChat.
 */
async function answerBench(
  { simulators, phone, credentials }: DemoPlatforms,
  path: string,
  request: Request,
): Promise<Response | undefined> {
  switch (`${request.method} ${path}`) {
    case "GET /credentials.json":
      return Response.json(credentials());
    case "PUT /callbacks/wecom":
      simulators.wecom.setCallback(await request.text());
      return new Response(null, { status: 204 });
    case "POST /phone/scan":
      return tap(() => phone.scan());
    case "POST /phone/confirm":
      return tap(() => phone.confirm());
    default:
      return undefined;
  }
}

/** Performs an action on the simulated phone; answers 409 if the phone has no code for it. */
function tap(act: () => void): Response {
  try {
    act();
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 409 });
  }
}

/** Sends one message on each platform, and prints the bots' answers. */
async function showFirstExchange(
  { simulators }: DemoPlatforms,
  print: DemoOptions["print"],
): Promise<void> {
  const answers = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const simulator = simulators[platform];
      // Another user than the page's, so that the page's chat begins empty.
      await simulator.say({ from: `${SAMPLE_USERS[platform]}1`, text: WORDS });
      const [first] = await simulator.waitForSent(1, { timeoutMs: ANSWER_MS });
      return [PLATFORM_TITLES[platform], first?.text ?? ""] as const;
    }),
  );
  print("person", WORDS);
  for (const [title, text] of answers) print(title, text.split("\n")[0] ?? "");
}
