import { invalidInput } from "@botwright/core";
import { type AesSecretsOptions, createAesSecrets } from "@botwright/services";
import { type RetentionDays, toRetentionDays } from "../retention/retention-days.ts";
import { createFindAddress } from "./client-address.ts";
import {
  createVariableReader,
  type Environment,
  naming,
  type VariableReader,
} from "./read-variable.ts";

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
  readonly verifyEmail: boolean;
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

/**
 * Reads the environment. No other part of the host reads it.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the variable, and what it must be
 */
export function readConfig(env: Environment): Config {
  const read = createVariableReader(env);
  const config: Config = {
    port: read.port("PORT") ?? 3000,
    address: read.address("BOTWRIGHT_ADDRESS") ?? "127.0.0.1",
    databaseUrl: read.url("DATABASE_URL", ["postgres", "postgresql"]),
    folder: read.text("BOTWRIGHT_DATA") ?? "data",
    publicUrl: read.url("BOTWRIGHT_PUBLIC_URL", ["https", "http"]),
    keys: read.text("BOTWRIGHT_KEYS"),
    sessionSecret: read.secret("BOTWRIGHT_SESSION_SECRET"),
    adminEmail: read.email("BOTWRIGHT_ADMIN_EMAIL") ?? "admin@localhost.localdomain",
    adminToken: read.secret("BOTWRIGHT_ADMIN_TOKEN"),
    signUp: read.switch("BOTWRIGHT_SIGN_UP") ?? true,
    verifyEmail: read.switch("BOTWRIGHT_VERIFY_EMAIL") ?? true,
    smtpUrl: read.url("BOTWRIGHT_SMTP_URL", ["smtps", "smtp"]),
    mailFrom: read.email("BOTWRIGHT_MAIL_FROM") ?? "Botwright <botwright@localhost.localdomain>",
    timeZone: read.timeZone("BOTWRIGHT_TIME_ZONE") ?? "UTC",
    retention: readRetention(read),
    proxies: read.list("BOTWRIGHT_TRUSTED_PROXIES"),
    logLevel: read.choice("BOTWRIGHT_LOG_LEVEL", LEVELS) ?? "info",
    demoPlugins: read.text("BOTWRIGHT_DEMO_PLUGINS"),
    consoleFolder: read.text("BOTWRIGHT_CONSOLE"),
    demo: read.switch("BOTWRIGHT_DEMO") ?? false,
  };
  naming("BOTWRIGHT_TRUSTED_PROXIES", () => createFindAddress(config.proxies));
  if (read.switch("BOTWRIGHT_VERIFY_EMAIL") === true && config.smtpUrl === undefined) {
    throw invalidInput(
      "BOTWRIGHT_VERIFY_EMAIL=on needs BOTWRIGHT_SMTP_URL, which sends the letters",
    );
  }
  if (config.keys !== undefined) readKeys(config.keys);
  if (config.databaseUrl !== undefined) {
    if (config.keys === undefined) throw neededByAll("BOTWRIGHT_KEYS");
    if (config.sessionSecret === undefined) throw neededByAll("BOTWRIGHT_SESSION_SECRET");
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
    const [id = "", base64] = entry.trim().split(":");
    // An entry without an id may be the key itself, which an error must not show.
    if (base64 === undefined) {
      throw invalidInput("BOTWRIGHT_KEYS must be id:base64 of 32 bytes, separated by commas");
    }
    return [id, Buffer.from(base64, "base64")] as const;
  });
  const ids = entries.map(([id]) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw invalidInput(`BOTWRIGHT_KEYS has two keys with the id "${twice}"`);
  const options = { keys: Object.fromEntries(entries), current: ids[0] ?? "" };
  naming("BOTWRIGHT_KEYS", () => createAesSecrets(options));
  return options;
}

const LEVELS = ["debug", "info", "warn", "error", "silent"];

/** The variables with the retention's numbers of days. */
const DAYS: Readonly<Record<keyof RetentionDays, string>> = {
  journals: "BOTWRIGHT_JOURNAL_DAYS",
  messages: "BOTWRIGHT_MESSAGE_DAYS",
  setAside: "BOTWRIGHT_ASIDE_DAYS",
  uses: "BOTWRIGHT_USAGE_DAYS",
};

function readRetention(read: VariableReader): RetentionDays {
  const given = Object.entries(DAYS).flatMap(([kind, name]) => {
    const days = read.number(name);
    return days === undefined ? [] : [[kind, days] as const];
  });
  return toRetentionDays(Object.fromEntries(given), (kind) => DAYS[kind]);
}

function neededByAll(name: string): Error {
  return invalidInput(`${name} is required with DATABASE_URL: all nodes need the same`);
}
