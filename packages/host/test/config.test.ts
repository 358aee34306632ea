import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readConfig, readKeys } from "../src/server/config.ts";
import { VARIABLES } from "../src/server/variables.ts";

test("a host starts without any variable; one that is empty is not set", () => {
  const unset = readConfig({});
  expect(unset).toMatchObject({ port: 3000, signUp: true, demo: false, proxies: [] });
  const empty = Object.fromEntries(VARIABLES.map(({ name }) => [name, ""]));
  expect(readConfig(empty)).toEqual(unset);
});

const KEY = randomBytes(32).toString("base64");
const SECRET = "s".repeat(32);

test("all variables are read", () => {
  const env = {
    PORT: "0",
    BOTWRIGHT_ADDRESS: "::1",
    BOTWRIGHT_PUBLIC_URL: "https://bots.example.org",
    DATABASE_URL: "postgresql://host:secret@10.0.0.5/botwright",
    BOTWRIGHT_KEYS: `k1:${KEY}`,
    BOTWRIGHT_SESSION_SECRET: SECRET,
    BOTWRIGHT_ADMIN_EMAIL: "admin@example.org",
    BOTWRIGHT_SIGN_UP: "off",
    BOTWRIGHT_SMTP_URL: "smtps://user:password@mail.example.org",
    BOTWRIGHT_VERIFY_EMAIL: "off",
    BOTWRIGHT_MAIL_FROM: "The bots <bots@example.org>",
    BOTWRIGHT_TIME_ZONE: "Asia/Shanghai",
    BOTWRIGHT_JOURNAL_DAYS: "3",
    BOTWRIGHT_MESSAGE_DAYS: "4",
    BOTWRIGHT_TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8",
    BOTWRIGHT_LOG_LEVEL: "debug",
  };
  expect(readConfig(env)).toMatchObject({
    port: 0,
    address: "::1",
    databaseUrl: env.DATABASE_URL,
    signUp: false,
    verifyEmail: false,
    mailFrom: "The bots <bots@example.org>",
    timeZone: "Asia/Shanghai",
    retention: { journals: 3, messages: 4, setAside: 90, uses: 90 },
    proxies: ["10.0.0.0/8", "fd00::/8"],
    logLevel: "debug",
  });
});

test("addresses are not verified without letters", () => {
  expect(readConfig({ BOTWRIGHT_SMTP_URL: "smtp://127.0.0.1" })).toMatchObject({
    verifyEmail: true,
  });
  expect(() => readConfig({ BOTWRIGHT_VERIFY_EMAIL: "on" })).toThrow(
    "BOTWRIGHT_VERIFY_EMAIL=on needs BOTWRIGHT_SMTP_URL, which sends the letters",
  );
});

test.each([
  ["PORT", "http", 'PORT must be a whole number from 0 to 65535, not "http"'],
  ["PORT", "65536", 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [
    "BOTWRIGHT_ADDRESS",
    "http://localhost",
    'BOTWRIGHT_ADDRESS must be an IP address or a name of this machine, such as 0.0.0.0, not "http://localhost"',
  ],
  [
    "BOTWRIGHT_PUBLIC_URL",
    "bots.example.org",
    "BOTWRIGHT_PUBLIC_URL must be an address of the form https://… or http://…",
  ],
  [
    "DATABASE_URL",
    "mysql://user:s3cret@localhost/x",
    "DATABASE_URL must be an address of the form postgres://… or postgresql://…",
  ],
  [
    "BOTWRIGHT_SMTP_URL",
    "mail.example.org:s3cret",
    "BOTWRIGHT_SMTP_URL must be an address of the form smtps://… or smtp://…",
  ],
  ["BOTWRIGHT_KEYS", "s3cret", "BOTWRIGHT_KEYS must be id:base64 of 32 bytes, separated by commas"],
  ["BOTWRIGHT_KEYS", "k1:s3cret", 'BOTWRIGHT_KEYS: the key "k1" must have 32 bytes'],
  ["BOTWRIGHT_KEYS", `k 1:${KEY}`, "BOTWRIGHT_KEYS: the id of a key is 1 to 64 of A-Z a-z 0-9 _ -"],
  ["BOTWRIGHT_KEYS", `k1:${KEY},k1:${KEY}`, 'BOTWRIGHT_KEYS has two keys with the id "k1"'],
  [
    "BOTWRIGHT_SESSION_SECRET",
    "s3cret",
    "BOTWRIGHT_SESSION_SECRET must have 32 characters or more",
  ],
  ["BOTWRIGHT_ADMIN_TOKEN", "s3cret", "BOTWRIGHT_ADMIN_TOKEN must have 32 characters or more"],
  [
    "BOTWRIGHT_ADMIN_EMAIL",
    "admin",
    'BOTWRIGHT_ADMIN_EMAIL must be an e-mail address, not "admin"',
  ],
  ["BOTWRIGHT_SIGN_UP", "yes", 'BOTWRIGHT_SIGN_UP must be one of on, off, not "yes"'],
  [
    "BOTWRIGHT_TIME_ZONE",
    "Berlin",
    'BOTWRIGHT_TIME_ZONE must be a time zone such as UTC or Europe/Berlin, not "Berlin"',
  ],
  [
    "BOTWRIGHT_JOURNAL_DAYS",
    "a week",
    'BOTWRIGHT_JOURNAL_DAYS must be a whole number, not "a week"',
  ],
  [
    "BOTWRIGHT_JOURNAL_DAYS",
    "31",
    "BOTWRIGHT_JOURNAL_DAYS must be at most 30 days, BOTWRIGHT_MESSAGE_DAYS: they belong to messages",
  ],
  ["BOTWRIGHT_USAGE_DAYS", "0", "BOTWRIGHT_USAGE_DAYS must be 1 to 36500 days"],
  [
    "BOTWRIGHT_TRUSTED_PROXIES",
    "10.0.0.0/8, proxy",
    'BOTWRIGHT_TRUSTED_PROXIES: "proxy" is no address or network of a proxy, such as 10.0.0.0/8',
  ],
  [
    "BOTWRIGHT_LOG_LEVEL",
    "loud",
    'BOTWRIGHT_LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud"',
  ],
])("%s=%s is refused in words, without a secret", (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    expect.objectContaining({ code: "INVALID_INPUT", message }),
  );
  expect(message).not.toContain("s3cret");
});

test("what all nodes need alike is required with DATABASE_URL", () => {
  const env = { DATABASE_URL: "postgres://10.0.0.5/botwright" };
  expect(() => readConfig(env)).toThrow(/^BOTWRIGHT_KEYS is required with DATABASE_URL/);
  const withKeys = { ...env, BOTWRIGHT_KEYS: `k1:${KEY}` };
  expect(() => readConfig(withKeys)).toThrow(/^BOTWRIGHT_SESSION_SECRET is required/);
});

test("no variable is read that the documentation does not have", async () => {
  const source = await readFile(new URL("../src/server/config.ts", import.meta.url), "utf8");
  const read = new Set(source.match(/"(?:PORT|DATABASE_URL|BOTWRIGHT_\w+)"/g));
  expect(read).toEqual(new Set(VARIABLES.map(({ name }) => `"${name}"`)));
});

test("the first of the keys seals", () => {
  const [one, two] = [randomBytes(32), randomBytes(32)];
  const text = `b:${two.toString("base64")}, a:${one.toString("base64")}`;
  expect(readKeys(text)).toEqual({ current: "b", keys: { a: one, b: two } });
});
