import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "@botwright/core";
import { createHost, openDatabase, serveHost, startEmbeddedPostgres } from "@botwright/host";
import { build } from "vite";
import { openConsole } from "../../host/src/server/console-files.ts";
import { startDemo } from "../../host/src/server/start-demo.ts";

/** Who uses the host of the pictures, with the passwords of their logins. */
export const LOGINS = {
  demo: { email: "demo@localhost.localdomain", password: "correct horse" },
  admin: { email: "admin@localhost.localdomain", password: "" },
};

/** The host that the pictures are taken of. */
export interface PictureHost extends AsyncDisposable {
  readonly url: string;
  /** Sets the host's clock back by some days, so that what happens is of another day. */
  daysAgo(days: number): void;
  /** Sets the newest message aside, as three failures of the database would. */
  setAside(): Promise<void>;
}

/** Starts a host as `npm start` does, with a database in a folder of its own and a clock that can be set. */
export async function startPictureHost(): Promise<PictureHost> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "botwright-pictures-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const dist = join(folder, "dist");
  const root = fileURLToPath(new URL("..", import.meta.url));
  await build({ root, logLevel: "error", build: { outDir: dist, emptyOutDir: true } });
  const postgres = await startEmbeddedPostgres({ folder: join(folder, "postgres") });
  opened.defer(() => postgres.stop());
  const demo = opened.use(
    await startDemo({
      password: LOGINS.demo.password,
      plugins: fileURLToPath(new URL("../../../examples/plugins", import.meta.url)),
      print: () => {},
    }),
  );
  let host: ReturnType<typeof createHost> | undefined;
  const served = await serveHost(
    { fetch: async (...request) => host?.fetch(...request) ?? new Response(null, { status: 503 }) },
    { port: 0 },
  );
  opened.defer(() => served.close());
  const files = await openConsole(dist);
  const { connection } = postgres;
  let setBackMs = 0;
  host = createHost({
    database: `postgresql://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    publicUrl: served.url,
    keys: { keys: { k1: randomBytes(32) }, current: "k1" },
    sessionSecret: randomBytes(32).toString("hex"),
    clock: { ...systemClock, now: () => Date.now() - setBackMs },
    onAdminPassword: (_email, password) => {
      LOGINS.admin.password = password;
    },
    requests: { limit: 100_000, windowMs: 60_000 },
    ...demo.options,
    pages: async (request) => (await demo.options.pages?.(request)) ?? files(request),
  });
  opened.use(host);
  await host.start();
  await demo.show(served.url);
  const database = opened.use(await openDatabase({ connection }));
  const running = opened.move();
  return {
    url: served.url,
    daysAgo(days) {
      setBackMs = days * 24 * 60 * 60 * 1000;
    },
    async setAside() {
      await database.db
        .updateTable("message")
        .set({
          aside_at: new Date(),
          done_at: null,
          error_code: "INFRASTRUCTURE_FAILED",
          error_message: "the database could not be reached",
        })
        .where("id", "=", (eb) => eb.selectFrom("message").select(eb.fn.max("id").as("id")))
        .execute();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
