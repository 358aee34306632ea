/** A packet to the side that receives requests of type `Ask` and responses of type `Answer`. */
type Packet<Ask, Answer> =
  | { readonly kind: "ask"; readonly id: number; readonly ask: Ask }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "failure"; readonly id: number; readonly text: string };

/** One end of a channel. Both ends run this package, so incoming packets have the right type. */
interface RpcPort<In, Out> {
  postMessage(packet: Out): void;
  on(event: "message", listener: (packet: In) => void): unknown;
}

/**
 * Connects two threads so that each can send requests to the other.
 *
 * @param reply answers a request of the other side
 * @returns a function that sends a request; it rejects when the other side's `reply` rejects
 */
export function openRpc<Ask, Answer, TheirAsk, MyAnswer>(
  port: RpcPort<Packet<TheirAsk, Answer>, Packet<Ask, MyAnswer>>,
  reply: (ask: TheirAsk) => Promise<MyAnswer>,
): (ask: Ask) => Promise<Answer> {
  const open = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let count = 0;

  async function answerTo(id: number, ask: TheirAsk): Promise<void> {
    try {
      port.postMessage({ kind: "answer", id, answer: await reply(ask) });
    } catch (error) {
      port.postMessage({ kind: "failure", id, text: String(error) });
    }
  }

  port.on("message", (packet) => {
    if (packet.kind === "ask") {
      void answerTo(packet.id, packet.ask);
      return;
    }
    const waiting = open.get(packet.id);
    open.delete(packet.id);
    if (packet.kind === "answer") waiting?.resolve(packet.answer);
    else waiting?.reject(new Error(packet.text));
  });

  return (ask) => {
    const id = ++count;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      port.postMessage({ kind: "ask", id, ask });
    });
  };
}
