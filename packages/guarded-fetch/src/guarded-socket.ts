import type { Duplex } from "node:stream";

/** A request that a connection is used for. */
export interface SocketUser {
  /** Told of every read, before anything is parsed. */
  read(bytes: number): void;
  /** Whether the answer has been parsed to its end. */
  isAnswered(): boolean;
}

const users = new WeakMap<Duplex, SocketUser>();

/**
 * Counts what comes by a connection, and ends it when something comes that no request has asked
 * for: before a request, after its answer, or while the connection is kept for the next one.
 */
export function guardSocket<Socket extends Duplex>(socket: Socket): Socket {
  // Listens first, so that a read is counted before the HTTP parser works on it.
  return socket.on("data", (chunk: Buffer) => {
    const user = users.get(socket);
    if (user === undefined || user.isAnswered()) socket.destroy();
    else user.read(chunk.byteLength);
  });
}

/** Says whose the connection is from now on; disposing says that it is nobody's. */
export function useSocket(socket: Duplex, user: SocketUser): Disposable {
  users.set(socket, user);
  return {
    [Symbol.dispose]() {
      if (users.get(socket) === user) users.delete(socket);
    },
  };
}
