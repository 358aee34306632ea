import { RETENTION_DAYS } from "../retention/retention-days.ts";

/** A variable of the environment, as the documentation's table shows it. */
export interface Variable {
  readonly name: string;
  /** The default, in Markdown; `""` for none. */
  readonly initial: string;
  readonly meaning: string;
}

/** All variables that the host reads, in the order of the documentation. */
export const VARIABLES: readonly Variable[] = [
  {
    name: "PORT",
    initial: "`3000`",
    meaning: "the port of the HTTP interface; 0 for any that is free",
  },
  {
    name: "BOTWRIGHT_ADDRESS",
    initial: "`127.0.0.1`",
    meaning: "the address to listen at; 0.0.0.0 in a container",
  },
  {
    name: "BOTWRIGHT_PUBLIC_URL",
    initial: "`http://127.0.0.1:<PORT>`",
    meaning: "where users and platforms reach the host",
  },
  {
    name: "DATABASE_URL",
    initial: "",
    meaning: "PostgreSQL 18, for any number of nodes; without it the host starts its own",
  },
  {
    name: "BOTWRIGHT_DATA",
    initial: "`data`",
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
    initial: "`admin@localhost.localdomain`",
    meaning: "the address of the administrator whom the first start makes",
  },
  {
    name: "BOTWRIGHT_ADMIN_TOKEN",
    initial: "",
    meaning: "a bearer token for scripts, which opens /api/admin; 32 characters or more",
  },
  { name: "BOTWRIGHT_SIGN_UP", initial: "`on`", meaning: "`off`: strangers cannot sign up" },
  {
    name: "BOTWRIGHT_SMTP_URL",
    initial: "",
    meaning:
      "sends letters, such as `smtps://user:password@mail.example.org`; without it an administrator makes links for new passwords",
  },
  {
    name: "BOTWRIGHT_VERIFY_EMAIL",
    initial: "`on` with `BOTWRIGHT_SMTP_URL`",
    meaning:
      "`off`: who signs up is logged in at once, and a sign-up tells whether an address has an account",
  },
  {
    name: "BOTWRIGHT_MAIL_FROM",
    initial: "`Botwright <botwright@localhost.localdomain>`",
    meaning: "the sender of letters",
  },
  { name: "BOTWRIGHT_TIME_ZONE", initial: "`UTC`", meaning: "where a day ends, for daily limits" },
  {
    name: "BOTWRIGHT_JOURNAL_DAYS",
    initial: `\`${RETENTION_DAYS.journals}\``,
    meaning:
      "days for which the journals of runs are kept, with their media, and the traces of handled messages; a setting of an administrator wins",
  },
  {
    name: "BOTWRIGHT_MESSAGE_DAYS",
    initial: `\`${RETENTION_DAYS.messages}\``,
    meaning: "days for which handled messages are kept; 3 or more, and not fewer than journals",
  },
  {
    name: "BOTWRIGHT_ASIDE_DAYS",
    initial: `\`${RETENTION_DAYS.setAside}\``,
    meaning: "days for which messages that were set aside can be run again",
  },
  {
    name: "BOTWRIGHT_USAGE_DAYS",
    initial: `\`${RETENTION_DAYS.uses}\``,
    meaning:
      "days for which the log of uses of services, warnings of credits and events of the sandbox are kept",
  },
  {
    name: "BOTWRIGHT_TRUSTED_PROXIES",
    initial: "",
    meaning: "addresses or networks whose X-Forwarded-For is believed, separated by commas",
  },
  {
    name: "BOTWRIGHT_LOG_LEVEL",
    initial: "`info`",
    meaning: "`debug`, `info`, `warn`, `error` or `silent`",
  },
  {
    name: "BOTWRIGHT_CONSOLE",
    initial: "the package `@botwright/console`, where it is installed",
    meaning: "the folder of the web console's files",
  },
  {
    name: "BOTWRIGHT_DEMO",
    initial: "`off`",
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
