/**
 * A host inside of a program of one's own. This file is the process: it reads the environment, starts the server,
 * and stops it in order on Ctrl-C or SIGTERM. A second Ctrl-C ends the process at once.
 *
 *     node --env-file=.env --conditions=@botwright/source examples/reference-server/main.ts
 */
import { once } from "node:events";
import { createLogger, describeError } from "@botwright/core";
import { readConfig } from "./config.ts";
import { startServer } from "./server.ts";

/** The program's own log: here a line of JSON on stdout for each entry. */
const logger = createLogger(({ level, message, fields }) => {
  if (level === "debug") return;
  console.log(JSON.stringify({ at: new Date(), level, message, ...fields }));
});

try {
  const server = await startServer(readConfig(process.env), logger);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  logger.info("the server stops, and finishes the messages that it has accepted");
  await server[Symbol.asyncDispose]();
} catch (error) {
  const { code, message } = describeError(error);
  logger.error(message, { code });
  process.exitCode = 1;
}
