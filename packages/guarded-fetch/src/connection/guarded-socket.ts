import type { Duplex } from "node:stream";

/** The request that currently uses a connection. */
export interface SocketUser {
  /** Called with every read, before it is parsed. */
  read(bytes: number): void;
  /** Whether the answer has been parsed completely. */
  isAnswered(): boolean;
}

const users = new WeakMap<Duplex, SocketUser>();

/**
 * Counts the bytes of a connection, and closes it when bytes arrive that no request asked for: before a request,
 * after its answer, or while the connection is kept for reuse.
 */
export function guardSocket<Socket extends Duplex>(socket: Socket): Socket {
  // Listens first, so that a read is counted before the HTTP parser processes it.
  return socket.on("data", (chunk: Buffer) => {
    const user = users.get(socket);
    if (user === undefined || user.isAnswered()) socket.destroy();
    else user.read(chunk.byteLength);
  });
}

/** Assigns the connection to a request until the result is disposed. */
export function useSocket(socket: Duplex, user: SocketUser): Disposable {
  users.set(socket, user);
  return {
    [Symbol.dispose]() {
      if (users.get(socket) === user) users.delete(socket);
    },
  };
}
