#!/usr/bin/env node
/**
 * `botwright-host`: runs a node of a host as a process. It reads the environment, starts and serves the host, and stops
 * it in order on Ctrl-C or SIGTERM. `botwright-host backup <file>` and `restore <file>` instead write the database to a
 * file and read it back, and `reseal` seals its secrets again with the first key.
 */
import { resolve } from "node:path";
import { invalidInput, isBotwrightError } from "@botwright/core";
import { createHost, type Host, notRunning } from "../create-host.ts";
import { readBackup, writeBackup } from "./backup-file.ts";
import { createTraces } from "../metrics/traces.ts";
import { readConfig, readKeys } from "./config.ts";
import { openKeyFile } from "./key-file.ts";
import { createProcessLogger } from "./logger.ts";
import { createMailer } from "./mail.ts";
import { findConsole } from "./console-files.ts";
import { describeReseal, resealDatabase } from "./reseal-command.ts";
import { serveHost } from "./serve.ts";
import { startDemo } from "./start-demo.ts";

const [command, file] = process.argv.slice(2);
const starting = command === undefined ? start() : runCommand(command, file);
starting.catch(fail);

/** The time of the first signal. A second one within 1 s is ignored: terminals and npm may both deliver one Ctrl-C. */
let signalled = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (signalled > 0 && performance.now() - signalled > 1000) process.exit(1);
    if (signalled > 0) return;
    signalled = performance.now();
    starting.then((stop) => stop()).then(() => process.exit(0), fail);
  });
}

/** Runs one command on the database, and ends the process. */
async function runCommand(what: string, path: string | undefined): Promise<never> {
  const config = readConfig(process.env);
  if (what === "reseal" && path === undefined) {
    const report = await resealDatabase(config);
    for (const [title, text] of describeReseal(report)) print(title, text);
  } else if (what === "backup" && path !== undefined) {
    await writeBackup(config, path);
    print("backup", path);
  } else if (what === "restore" && path !== undefined) {
    print("restored", `${await readBackup(config, path)} rows`);
  } else {
    throw invalidInput("use: botwright-host, or with backup <file>, restore <file> or reseal");
  }
  process.exit(0);
}

async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  const folder = resolve(config.folder);
  const { databaseUrl, smtpUrl, mailFrom, timeZone, adminEmail, adminToken, signUp, retention } =
    config;
  const { verifyEmail } = config;
  const logger = createProcessLogger(config.logLevel);
  await using opened = new AsyncDisposableStack();
  // Listens before the host starts, so that a second process on the port fails at once and the URL is known.
  let host: Host | undefined;
  const fetch: Host["fetch"] = async (request, client) =>
    host?.fetch(request, client) ?? notRunning();
  const served = await serveHost({ fetch }, config);
  opened.defer(() => served.close());
  const secrets = databaseUrl === undefined || config.demo ? await openKeyFile(folder) : undefined;
  const demo = config.demo
    ? opened.use(
        await startDemo({
          password: secrets?.demoPassword ?? "",
          plugins: config.demoPlugins,
          print,
        }),
      )
    : undefined;
  const pages = await findConsole(config.consoleFolder);
  // Creates spans only if the process was started with an OpenTelemetry SDK (`node --import …`).
  const trace = createTraces();
  host = createHost({
    database: databaseUrl ?? { folder: resolve(folder, "postgres") },
    publicUrl: config.publicUrl ?? served.url,
    keys: readKeys(config.keys ?? secrets?.keys ?? ""),
    sessionSecret: config.sessionSecret ?? secrets?.sessionSecret ?? "",
    adminEmail,
    adminToken,
    signUp,
    verifyEmail,
    timeZone,
    retention,
    logger,
    onAdminPassword: (email, password) => print("administrator", `${email}  ${password}`),
    ...(smtpUrl !== undefined && { sendMail: createMailer(smtpUrl, mailFrom) }),
    ...demo?.options,
    onEvent(event) {
      trace(event);
      demo?.options.onEvent?.(event);
    },
    pages: async (request) => (await demo?.options.pages?.(request)) ?? pages?.(request),
  });
  opened.use(host);
  await host.start();
  await demo?.show(served.url);
  print("host", served.url);
  const running = opened.move();
  return async () => {
    print("stopping", "taking nothing new, finishing what was taken");
    await running.disposeAsync();
  };
}

function print(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(14)}${text}\n`);
}

/** Prints one clear line, and ends the process. */
function fail(error: unknown): never {
  print("error", explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return "the port is in use: stop the other program, or choose another one: PORT=3001";
  }
  return isBotwrightError(error) ? `${error.message} (${error.code})` : error.message;
}
