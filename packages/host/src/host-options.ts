import type {
  AdapterOptions,
  Clock,
  Logger,
  OnBotEvent,
  Platform,
  PlatformBinding,
} from "@botwright/core";
import type { SandboxOptions } from "@botwright/sandbox";
import type { AesSecretsOptions, AILimits, RateLimit } from "@botwright/services";
import type { Mail } from "./auth/letters.ts";
import type { HostContent } from "./http/host-domains.ts";
import type { OwnedBot } from "./bots/runner/owned-bots.ts";
import type { BuiltinPlugins } from "./plugins/builtin-plugins.ts";
import type { DemoProviders } from "./demo/demo-providers.ts";
import type { ConfigurationSeed } from "./models/seed.ts";
import type { LowCreditsEvent } from "./credits/credit-warnings.ts";
import type { RetentionDays } from "./retention/retention-days.ts";

/** Options of `createHost`. */
export interface HostOptions {
  /** The URL of a PostgreSQL server, or the data folder of one that the host starts itself. */
  readonly database: string | { readonly folder: string };
  /** Where users and platforms reach the host, such as `https://bots.example.org`. */
  readonly publicUrl: string;
  /** Seal what must not be readable in the database; see `createAesSecrets`. */
  readonly keys: AesSecretsOptions;
  /** Signs sessions: at least 32 characters, the same on all nodes. */
  readonly sessionSecret: string;
  /** The address of the first administrator. @default "admin@localhost.localdomain" */
  readonly adminEmail?: string;
  /** Receives the first administrator's password: once, on the node that has made it. */
  readonly onAdminPassword?: (email: string, password: string) => void;
  /** A token for scripts, which opens `/api/admin`. @default none */
  readonly adminToken?: string | undefined;
  /** Whether strangers may sign up. @default true */
  readonly signUp?: boolean;
  /**
   * Whether who signs up has to open the link of a letter before the first login. Only then does a sign-up not
   * tell whether an address has an account. @default whether `sendMail` is there
   */
  readonly verifyEmail?: boolean;
  /** Sends letters. @default none are sent: an administrator makes links for new passwords */
  readonly sendMail?: (mail: Mail) => Promise<void>;
  /** The platforms of this host. @default all five */
  readonly bindings?: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of a bot's adapter, such as another address of its platform. @default none */
  readonly adapterOptions?: (
    /** Without `id` while the connection of a bot is tested that is to be bound. */
    bot: Pick<OwnedBot, "platform" | "userId"> & Partial<Pick<OwnedBot, "id">>,
  ) => AdapterOptions;
  /**
   * Plugins that come with the host: they are in the library, and run in its process, trusted.
   * @default those of `@botwright/plugins`
   */
  readonly builtins?: BuiltinPlugins;
  /**
   * Models, providers, search engines and settings of a new host; administrators change them while it runs.
   * Read at the first start only.
   * @default none
   */
  readonly seed?: ConfigurationSeed;
  /** Providers of a demo, which are added to the others; see `startDemoProviders`. @default none */
  readonly demoProviders?: Pick<DemoProviders, "aiBaseUrl" | "searchBaseUrl">;
  /** Limits of AI calls. @default the specification's */
  readonly aiLimits?: Partial<AILimits>;
  /** The time zone in which a day ends at midnight. @default "UTC" */
  readonly timeZone?: string;
  /** Options of the sandbox that runs the plugins. */
  readonly sandbox?: SandboxOptions;
  /**
   * Bytes of the media that this node's bots have in memory for their plugins; further messages with a medium wait.
   * @default 268_435_456
   */
  readonly mediaBytes?: number;
  /** For how many days old rows are kept. @default `RETENTION_DAYS` */
  readonly retention?: Partial<RetentionDays>;
  /** Receives each warning of low credits, on one of the nodes; its owner gets a letter too. */
  readonly onLowCredits?: (event: LowCreditsEvent) => void;
  /** Requests of one address on one node. @default 1,200 a minute */
  readonly requests?: RateLimit;
  /** Called at each start, before the bots of this node start. @default nothing */
  readonly prepare?: (content: HostContent) => Promise<void>;
  /** Whether the platforms are simulated, with their chats at `/playground/` of the pages. @default false */
  readonly simulated?: boolean;
  /** Answers at addresses that are none of the HTTP interface's, such as those of pages. @default 404 */
  readonly pages?: ((request: Request) => Promise<Response | undefined>) | undefined;
  /** Receives what happens on this node's bots. */
  readonly onEvent?: OnBotEvent;
  readonly logger?: Logger;
  readonly clock?: Clock;
}
