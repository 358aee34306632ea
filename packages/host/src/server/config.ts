import { invalidInput } from "@botwright/core";
import type { AesSecretsOptions } from "@botwright/services";
import {
  RETENTION_DAYS,
  type RetentionDays,
  toRetentionDays,
} from "../retention/retention-days.ts";

/** The configuration of the host's process. */
export interface Config {
  readonly port: number;
  readonly address: string;
  readonly databaseUrl: string | undefined;
  readonly folder: string;
  readonly publicUrl: string | undefined;
  readonly keys: string | undefined;
  readonly sessionSecret: string | undefined;
  readonly adminEmail: string;
  readonly adminToken: string | undefined;
  readonly signUp: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly timeZone: string;
  readonly retention: RetentionDays;
  readonly proxies: readonly string[];
  readonly logLevel: string;
  readonly demo: boolean;
  readonly demoPlugins: string | undefined;
  readonly consoleFolder: string | undefined;
}

/** A variable of the environment, as the documentation's table shows it. */
export interface Variable {
  readonly name: string;
  readonly initial: string;
  readonly meaning: string;
}

/** All variables that the host reads, in the order of the documentation. */
export const VARIABLES: readonly Variable[] = [
  {
    name: "PORT",
    initial: "3000",
    meaning: "the port of the HTTP interface; 0 for any that is free",
  },
  {
    name: "BOTWRIGHT_ADDRESS",
    initial: "127.0.0.1",
    meaning: "the address to listen at; 0.0.0.0 in a container",
  },
  {
    name: "BOTWRIGHT_PUBLIC_URL",
    initial: "http://127.0.0.1:<PORT>",
    meaning: "where users and platforms reach the host",
  },
  {
    name: "DATABASE_URL",
    initial: "",
    meaning: "PostgreSQL 18, for any number of nodes; without it the host starts its own",
  },
  {
    name: "BOTWRIGHT_DATA",
    initial: "data",
    meaning: "the folder of the host's own database and of its secrets",
  },
  {
    name: "BOTWRIGHT_KEYS",
    initial: "",
    meaning:
      "`id:base64` of 32 bytes, separated by commas; the first seals, all open. Required with DATABASE_URL, else made in BOTWRIGHT_DATA",
  },
  {
    name: "BOTWRIGHT_SESSION_SECRET",
    initial: "",
    meaning:
      "signs sessions: 32 characters or more, the same on all nodes. Required with DATABASE_URL, else made in BOTWRIGHT_DATA",
  },
  {
    name: "BOTWRIGHT_ADMIN_EMAIL",
    initial: "admin@localhost.localdomain",
    meaning: "the address of the administrator whom the first start makes",
  },
  {
    name: "BOTWRIGHT_ADMIN_TOKEN",
    initial: "",
    meaning: "a bearer token for scripts, which opens /api/admin; 32 characters or more",
  },
  { name: "BOTWRIGHT_SIGN_UP", initial: "on", meaning: "`off`: strangers cannot sign up" },
  {
    name: "BOTWRIGHT_SMTP_URL",
    initial: "",
    meaning:
      "sends letters, such as `smtps://user:password@mail.example.org`; without it an administrator makes links for new passwords",
  },
  {
    name: "BOTWRIGHT_MAIL_FROM",
    initial: "Botwright <botwright@localhost.localdomain>",
    meaning: "the sender of letters",
  },
  { name: "BOTWRIGHT_TIME_ZONE", initial: "UTC", meaning: "where a day ends, for daily limits" },
  {
    name: "BOTWRIGHT_JOURNAL_DAYS",
    initial: String(RETENTION_DAYS.journals),
    meaning: "days for which the journals of runs are kept, with their media",
  },
  {
    name: "BOTWRIGHT_MESSAGE_DAYS",
    initial: String(RETENTION_DAYS.messages),
    meaning: "days for which handled messages are kept; 3 or more, and not fewer than journals",
  },
  {
    name: "BOTWRIGHT_ASIDE_DAYS",
    initial: String(RETENTION_DAYS.setAside),
    meaning: "days for which messages that were set aside can be run again",
  },
  {
    name: "BOTWRIGHT_USAGE_DAYS",
    initial: String(RETENTION_DAYS.uses),
    meaning: "days for which the log of uses of services is kept",
  },
  {
    name: "BOTWRIGHT_TRUSTED_PROXIES",
    initial: "",
    meaning: "addresses or networks whose X-Forwarded-For is believed, separated by commas",
  },
  {
    name: "BOTWRIGHT_LOG_LEVEL",
    initial: "info",
    meaning: "`debug`, `info`, `warn`, `error` or `silent`",
  },
  {
    name: "BOTWRIGHT_CONSOLE",
    initial: "the package `@botwright/console`, where it is installed",
    meaning: "the folder of the web console's files",
  },
  {
    name: "BOTWRIGHT_DEMO",
    initial: "off",
    meaning:
      "`on`: simulated platforms, demo bots, a demo user and offline demo providers; so with `npm start`",
  },
  {
    name: "BOTWRIGHT_DEMO_PLUGINS",
    initial: "",
    meaning:
      "a folder of plugin files, which the demo's user publishes; `examples/plugins` with `npm start`",
  },
];

/**
 * Reads the environment. Nothing else of the host does.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string): string | undefined => env[name] || undefined;
  const databaseUrl = text("DATABASE_URL");
  const port = Number(env["PORT"] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidInput(`PORT must be a number from 0 to 65535, not "${env["PORT"]}"`);
  }
  const config: Config = {
    port,
    address: text("BOTWRIGHT_ADDRESS") ?? "127.0.0.1",
    databaseUrl,
    folder: text("BOTWRIGHT_DATA") ?? "data",
    publicUrl: readUrl("BOTWRIGHT_PUBLIC_URL", text("BOTWRIGHT_PUBLIC_URL")),
    keys: text("BOTWRIGHT_KEYS"),
    sessionSecret: longEnough("BOTWRIGHT_SESSION_SECRET", text("BOTWRIGHT_SESSION_SECRET")),
    adminEmail: text("BOTWRIGHT_ADMIN_EMAIL") ?? "admin@localhost.localdomain",
    adminToken: longEnough("BOTWRIGHT_ADMIN_TOKEN", text("BOTWRIGHT_ADMIN_TOKEN")),
    signUp: readSwitch("BOTWRIGHT_SIGN_UP", text("BOTWRIGHT_SIGN_UP"), true),
    smtpUrl: readUrl("BOTWRIGHT_SMTP_URL", text("BOTWRIGHT_SMTP_URL")),
    mailFrom: text("BOTWRIGHT_MAIL_FROM") ?? "Botwright <botwright@localhost.localdomain>",
    timeZone: text("BOTWRIGHT_TIME_ZONE") ?? "UTC",
    retention: toRetentionDays({
      journals: readDays(text("BOTWRIGHT_JOURNAL_DAYS"), RETENTION_DAYS.journals),
      messages: readDays(text("BOTWRIGHT_MESSAGE_DAYS"), RETENTION_DAYS.messages),
      setAside: readDays(text("BOTWRIGHT_ASIDE_DAYS"), RETENTION_DAYS.setAside),
      uses: readDays(text("BOTWRIGHT_USAGE_DAYS"), RETENTION_DAYS.uses),
    }),
    proxies: (text("BOTWRIGHT_TRUSTED_PROXIES") ?? "").split(",").map(trim).filter(Boolean),
    logLevel: readChoice("BOTWRIGHT_LOG_LEVEL", text("BOTWRIGHT_LOG_LEVEL") ?? "info", LEVELS),
    demoPlugins: text("BOTWRIGHT_DEMO_PLUGINS"),
    consoleFolder: text("BOTWRIGHT_CONSOLE"),
    demo: readSwitch("BOTWRIGHT_DEMO", text("BOTWRIGHT_DEMO"), false),
  };
  if (databaseUrl !== undefined) {
    for (const [name, value] of [
      ["BOTWRIGHT_KEYS", config.keys],
      ["BOTWRIGHT_SESSION_SECRET", config.sessionSecret],
    ]) {
      if (value === undefined) {
        throw invalidInput(`${name} is required with DATABASE_URL: all nodes need the same`);
      }
    }
  }
  return config;
}

/**
 * Reads the keys that seal secrets.
 *
 * @throws {InvalidInputError} `INVALID_INPUT`
 */
export function readKeys(text: string): AesSecretsOptions {
  const entries = text.split(",").map((entry) => {
    const [id = "", base64 = ""] = entry.trim().split(":");
    return [id, Buffer.from(base64, "base64")] as const;
  });
  const [current] = entries[0] ?? [""];
  return { keys: Object.fromEntries(entries), current };
}

const LEVELS = ["debug", "info", "warn", "error", "silent"];
const SHORTEST = 32;

function trim(text: string): string {
  return text.trim();
}

function readUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || URL.canParse(text)) return text;
  throw invalidInput(`${name} must be an address such as https://bots.example.org`);
}

function readDays(text: string | undefined, initial: number): number {
  return text === undefined ? initial : Number(text);
}

function readSwitch(name: string, text: string | undefined, initial: boolean): boolean {
  if (text === undefined) return initial;
  return readChoice(name, text, ["on", "off"]) === "on";
}

function readChoice(name: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw invalidInput(`${name} must be one of ${choices.join(", ")}`);
}

function longEnough(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.length >= SHORTEST) return text;
  throw invalidInput(`${name} must have ${SHORTEST} characters or more`);
}
