/**
 * `npm start`: one message, end to end. Reads the environment, starts the server, and ends it
 * cleanly on Ctrl-C or SIGTERM. This is the only file that looks at the environment.
 */
import { isBotwrightError } from "@botwright/core";
import { print } from "./print.ts";
import { startServer } from "./server.ts";

const { PORT = "3000", TELEGRAM_BOT_TOKEN, TELEGRAM_API_BASE } = process.env;

const starting = startServer({
  port: readPort(PORT),
  ...(TELEGRAM_BOT_TOKEN === undefined ? {} : { token: TELEGRAM_BOT_TOKEN }),
  ...(TELEGRAM_API_BASE === undefined ? {} : { apiBase: TELEGRAM_API_BASE }),
});
starting.catch(fail);

/** When the first signal came; terminals and npm may both deliver the same Ctrl-C. */
let signalled = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (signalled > 0 && performance.now() - signalled > 1000) process.exit(1);
    if (signalled > 0) return;
    signalled = performance.now();
    starting.then((server) => server.stop()).then(() => process.exit(0), fail);
  });
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  return fail(new Error(`PORT must be a number from 0 to 65535, not "${text}".`));
}

/** One clear line, and out. */
function fail(error: unknown): never {
  print("error", explain(error));
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${PORT} is in use. Stop the other program, or choose another one: PORT=3001 npm start`;
  }
  if (code === "PLATFORM_UNAUTHORIZED") {
    return "Telegram does not know this bot: check TELEGRAM_BOT_TOKEN (BotFather shows it).";
  }
  return isBotwrightError(error) ? `${error.message} (${error.code})` : error.message;
}
