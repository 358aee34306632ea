import { randomBytes } from "node:crypto";
import type { BotEvent, Platform } from "@botwright/core";
import {
  createHost,
  type Host,
  type HostContent,
  type HostOptions,
  serveHost,
  startDemoProviders,
} from "@botwright/host";
import { type SimulatorMap, startSimulator } from "@botwright/simulators";
import { openConsole } from "../../host/src/server/console-files.ts";
import { createKnownUsers, type KnownUsers } from "../../host/test/known-users.ts";
import { openTestDatabase } from "../../host/test/test-database.ts";

const SESSION_SECRET = "s".repeat(32);

/** Who uses the console. */
export interface Person {
  readonly id: number;
  readonly email: string;
}

/** A host that serves the console, with Postgres, simulated platforms and demo providers of AI. */
export interface ConsoleHost extends AsyncDisposable {
  readonly url: string;
  readonly domains: HostContent;
  readonly database: Awaited<ReturnType<typeof openTestDatabase>>;
  readonly simulators: { readonly [P in keyof SimulatorMap]: SimulatorMap[P]["simulator"] };
  readonly users: KnownUsers;
  /** Creates the account `<name>@example.org`, whose password is that of all {@link KnownUsers}. */
  createPerson(name: string, role?: "admin"): Promise<Person>;
}

/** What a host has in place of the demo's services and pages. */
export interface ConsoleHostOptions extends Pick<
  HostOptions,
  "pages" | "sandbox" | "sendMail" | "signUp" | "timeZone"
> {
  readonly demoProviders?: HostOptions["demoProviders"];
  readonly onEvent?: (platform: Platform, event: BotEvent) => void;
}

/**
 * Starts the host.
 *
 * @param dist the folder of the built console
 */
export async function startConsoleHost(
  dist: string,
  optionsOf: (simulators: ConsoleHost["simulators"]) => ConsoleHostOptions = () => ({}),
): Promise<ConsoleHost> {
  await using opened = new AsyncDisposableStack();
  const [database, ownProviders, pages, ...started] = await Promise.all([
    openTestDatabase(),
    startDemoProviders(),
    openConsole(dist),
    startSimulator("wechat"),
    startSimulator("feishu"),
    startSimulator("wecom"),
    startSimulator("dingtalk"),
    startSimulator("telegram"),
  ]);
  for (const part of [database, ownProviders, ...started]) opened.use(part);
  const [wechat, feishu, wecom, dingtalk, telegram] = started;
  const simulators = { wechat, feishu, wecom, dingtalk, telegram };
  const {
    demoProviders = ownProviders,
    onEvent,
    pages: otherPages,
    ...options
  } = optionsOf(simulators);
  /** By bot. */
  const platforms = new Map<number, Platform>();
  // The address is known before the host, whose links have it.
  let host: Host | undefined;
  const served = await serveHost(
    { fetch: async (...asked) => host?.fetch(...asked) ?? new Response(null, { status: 503 }) },
    { port: 0 },
  );
  opened.defer(() => served.close());
  const { user, database: name, host: socket } = database.connection;
  let domains: HostContent | undefined;
  host = createHost({
    database: `postgresql://${user}@/${name}?host=${encodeURIComponent(socket)}`,
    publicUrl: served.url,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: SESSION_SECRET,
    adapterOptions({ platform, id }) {
      if (id !== undefined) platforms.set(id, platform);
      return simulators[platform].adapterOptions;
    },
    demoProviders,
    pages: async (request) => (await otherPages?.(request)) ?? pages(request),
    onEvent(event) {
      const platform = platforms.get(event.botDbId);
      if (platform !== undefined) onEvent?.(platform, event);
    },
    ...options,
    prepare: async (content) => {
      domains = content;
    },
  });
  opened.use(host);
  await host.start();
  if (domains === undefined) throw new Error("the host has prepared nothing");
  const { url } = served;
  const users = createKnownUsers({ database, secret: SESSION_SECRET, publicUrl: url });
  const running = opened.move();
  return {
    url,
    domains,
    database,
    simulators,
    users,
    async createPerson(person, role) {
      const email = `${person}@example.org`;
      const { id } = await users.create({ name: person, email, ...(role && { role }) });
      return { id, email };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
