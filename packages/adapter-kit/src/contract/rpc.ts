/** The end of a channel between two threads. */
export interface RpcPort {
  postMessage(value: unknown): void;
  on(event: "message", listener: (value: unknown) => void): unknown;
}

/** Methods by their names; what goes through them can be cloned. */
type Methods<T> = { readonly [N in keyof T]: (...values: never[]) => Promise<unknown> };

interface Packet {
  readonly kind: "call" | "answer" | "failure";
  readonly id: number;
  readonly method?: string;
  readonly value: unknown;
}

/**
 * Opens calls over a channel, both ways. Each side is of this very package, so what comes is not
 * looked at.
 *
 * @returns calls a method of the other side
 */
export function openRpc<Mine extends Methods<Mine>, Theirs extends Methods<Theirs>>(
  port: RpcPort,
  mine: Mine,
): <N extends keyof Theirs & string>(
  method: N,
  ...values: Parameters<Theirs[N]>
) => Promise<Awaited<ReturnType<Theirs[N]>>> {
  const open = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let count = 0;
  const post = (packet: Packet): void => port.postMessage(packet);

  async function answer({ id, method, value }: Packet): Promise<void> {
    try {
      post({ kind: "answer", id, value: await mine[method as keyof Mine](...(value as never[])) });
    } catch (error) {
      post({ kind: "failure", id, value: String(error) });
    }
  }

  port.on("message", (given) => {
    const packet = given as Packet;
    if (packet.kind === "call") {
      void answer(packet);
      return;
    }
    const waiting = open.get(packet.id);
    open.delete(packet.id);
    if (packet.kind === "answer") waiting?.resolve(packet.value as never);
    else waiting?.reject(new Error(String(packet.value)));
  });

  return (method, ...value) => {
    const id = ++count;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      post({ kind: "call", id, method, value });
    });
  };
}
