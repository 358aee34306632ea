import type { Frame } from "./frame.ts";

/** How many of the newest pushes are remembered. */
const KEPT = 1000;
/** Up to this, a client may hold an id as a `number`; beyond it, the nearest `number` is accepted too. */
const EXACT = 2n ** 53n;

/** Stores the last frame of each push, whose headers and ids an acknowledgement must repeat. */
export class PushedFrames {
  readonly #exact: boolean;
  readonly #frames = new Map<string, Omit<Frame, "payload">[]>();

  /** @param exact whether ids beyond 2^53 must be repeated exactly */
  constructor(exact: boolean) {
    this.#exact = exact;
  }

  keep({ payload: _payload, ...frame }: Frame): void {
    const { message_id: key = "" } = frame.headers;
    this.#frames.set(key, [...(this.#frames.get(key) ?? []), frame]);
    const [oldest] = this.#frames.keys();
    if (this.#frames.size > KEPT && oldest !== undefined) this.#frames.delete(oldest);
  }

  /**
   * Validates an acknowledgement.
   *
   * @returns the key of the event, and whether the bot has accepted it
   * @throws RangeError when it matches no push
   */
  read(ack: Frame): { readonly key: string; readonly taken: boolean } {
    const { biz_rt: time = "", ...headers } = ack.headers;
    if (!/^-?\d+$/.test(time)) throw new RangeError("An acknowledgement has a header biz_rt");
    const { message_id: key = "" } = headers;
    const pushed = this.#frames.get(key) ?? [];
    if (!pushed.some((frame) => this.#isEcho({ ...ack, headers }, frame))) {
      throw new RangeError("An acknowledgement gives back the frame of an event");
    }
    const answer: unknown = JSON.parse(Buffer.from(ack.payload ?? []).toString());
    const code =
      typeof answer === "object" && answer !== null && "code" in answer ? answer.code : undefined;
    if (code !== 200 && code !== 500) throw new RangeError("Its code is 200 or 500");
    return { key, taken: code === 200 };
  }

  #isEcho(ack: Frame, pushed: Omit<Frame, "payload">): boolean {
    const keys = Object.keys(pushed.headers);
    return (
      this.#isSame(ack.seqId, pushed.seqId) &&
      this.#isSame(ack.logId, pushed.logId) &&
      ack.service === pushed.service &&
      keys.length === Object.keys(ack.headers).length &&
      keys.every((key) => ack.headers[key] === pushed.headers[key])
    );
  }

  #isSame(given: bigint, pushed: bigint): boolean {
    if (given === pushed) return true;
    return !this.#exact && pushed > EXACT && Number(given) === Number(pushed);
  }
}
