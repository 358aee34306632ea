/**
 * A host of one's own without a database: five platforms, one message end to end on each. A platform whose
 * variables are set (TELEGRAM_BOT_TOKEN, FEISHU_APP_ID …) is the real one, the others are simulated:
 *
 *     node --conditions=@botwright/source examples/in-memory-server/main.ts
 *
 * Reads the environment, starts the server, and ends it cleanly on Ctrl-C or SIGTERM. This is the only file
 * that looks at the environment.
 */
import { isBotwrightError } from "@botwright/core";
import { readBindings } from "./bindings.ts";
import { print } from "./print.ts";
import { startServer } from "./server.ts";

const { PORT = "3000" } = process.env;

const starting = start();
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

async function start(): ReturnType<typeof startServer> {
  return startServer({ port: readPort(PORT), bindings: readBindings(process.env) });
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
    return `Port ${PORT} is in use. Stop the other program, or choose another one: PORT=3001`;
  }
  return isBotwrightError(error) ? `${error.message} (${error.code})` : error.message;
}
