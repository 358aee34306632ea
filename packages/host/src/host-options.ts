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
  /** The URL at which users and platforms reach the host, such as `https://bots.example.org`. */
  readonly publicUrl: string;
  /** The keys that seal the secrets in the database; see `createAesSecrets`. */
  readonly keys: AesSecretsOptions;
  /** Signs sessions: at least 32 characters, the same on all nodes. */
  readonly sessionSecret: string;
  /** The e-mail address of the first administrator. @default "admin@localhost.localdomain" */
  readonly adminEmail?: string;
  /** Receives the first administrator's password once, on the node that has created the account. */
  readonly onAdminPassword?: (email: string, password: string) => void;
  /** A token for scripts that gives access to `/api/admin`. @default none */
  readonly adminToken?: string | undefined;
  /** Whether visitors may sign up; if not, only administrators add users. @default true */
  readonly signUp?: boolean;
  /**
   * Whether a new user must open the link in a mail before the first login. Only then does a sign-up not reveal
   * whether an address has an account. @default true with `sendMail`, else false
   */
  readonly verifyEmail?: boolean;
  /** Sends mail. @default no mail is sent; an administrator makes links for new passwords */
  readonly sendMail?: (mail: Mail) => Promise<void>;
  /** The platforms of this host. @default all five */
  readonly bindings?: Partial<Readonly<Record<Platform, PlatformBinding>>>;
  /** Further options of a bot's adapter, such as another address of its platform. @default none */
  readonly adapterOptions?: (
    /** Without `id` while the connection of a bot is tested before the bot is bound. */
    bot: Pick<OwnedBot, "platform" | "userId"> & Partial<Pick<OwnedBot, "id">>,
  ) => AdapterOptions;
  /**
   * Plugins that come with the host. They are in the library, and run as trusted code in the host's process.
   * @default those of `@botwright/plugins`
   */
  readonly builtins?: BuiltinPlugins;
  /**
   * Models, providers, search engines and settings of a new host, written at its first start only, because
   * administrators may change them after that.
   * @default none
   */
  readonly seed?: ConfigurationSeed;
  /** Providers of a demo, which are added to those of `seed`; see `startDemoProviders`. @default none */
  readonly demoProviders?: Pick<DemoProviders, "aiBaseUrl" | "searchBaseUrl">;
  /** Limits of AI calls. @default the specification's */
  readonly aiLimits?: Partial<AILimits>;
  /** The time zone in which a day ends at midnight. @default "UTC" */
  readonly timeZone?: string;
  /** Options of the sandbox that runs the plugins. */
  readonly sandbox?: SandboxOptions;
  /**
   * The most bytes of media in memory for plugins of this node's bots; further messages with a medium wait.
   * @default 268_435_456
   */
  readonly mediaBytes?: number;
  /** Days for which rows are kept, by kind. @default `RETENTION_DAYS` */
  readonly retention?: Partial<RetentionDays>;
  /** Receives each warning of low credits, on one of the nodes; the account's owner gets a mail too. */
  readonly onLowCredits?: (event: LowCreditsEvent) => void;
  /** The most requests of one client address on one node. @default 1,200 a minute */
  readonly requests?: RateLimit;
  /** Called at each start, before the bots of this node start. @default nothing */
  readonly prepare?: (content: HostContent) => Promise<void>;
  /** Whether the platforms are simulated, with their chats at `/playground/` of the pages. @default false */
  readonly simulated?: boolean;
  /** Answers requests for URLs that are not part of the HTTP interface, such as those of pages. @default 404 */
  readonly pages?: ((request: Request) => Promise<Response | undefined>) | undefined;
  /** Receives the events of this node's bots. */
  readonly onEvent?: OnBotEvent;
  readonly logger?: Logger;
  readonly clock?: Clock;
}
