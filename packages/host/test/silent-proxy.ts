import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { PostgresConnection } from "../src/index.ts";

/** The way to a PostgreSQL server, which can go silent. */
interface SilentProxy extends AsyncDisposable {
  /** The server's database, by way of the proxy. */
  readonly url: string;
  /**
   * Loses what is sent on the connections that are open, in both directions, and closes none of them: as a firewall
   * does that has forgotten them. New ones work.
   */
  goSilent(): void;
}

/** Forwards connections to the socket of a server. */
export async function startSilentProxy(connection: PostgresConnection): Promise<SilentProxy> {
  const { host, user, database } = connection;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ path: `${host}/.s.PGSQL.5432`, allowHalfOpen: true });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => open.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = Object.assign({ port: 0 }, server.address());
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    goSilent() {
      for (const socket of open) socket.unpipe().resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
