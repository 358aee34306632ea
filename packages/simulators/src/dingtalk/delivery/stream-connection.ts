import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import type { Delivery, Push } from "./delivery.ts";
import { type Awaited, awaitedOf, isValidAnswer, readAnswer } from "./stream-answer.ts";
import { type DingtalkFrame, ROBOT_TOPIC } from "../wire.ts";

/** One socket of a robot, with its frames that are not answered yet. */
export class Connection {
  readonly socket: WebSocket;
  /** Whether the network has failed without closing the socket. */
  #isDead = false;
  readonly #id = randomBytes(8).toString("hex");
  readonly #delivery: Delivery;
  /** The awaited answers by the ids of the frames. */
  readonly #awaited = new Map<string, Awaited>();
  /** How long a socket that was asked to disconnect must be quiet, in milliseconds; unset before that. */
  #quietMs: number | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, delivery: Delivery) {
    this.socket = socket;
    this.#delivery = delivery;
  }

  send(frame: Omit<DingtalkFrame, "specVersion">, push?: Push): void {
    const { messageId } = frame.headers;
    const awaited = awaitedOf(frame, push);
    if (messageId !== undefined && awaited !== undefined) this.#awaited.set(messageId, awaited);
    this.socket.send(JSON.stringify({ specVersion: "1.0", ...frame }));
    this.#stir();
  }

  /** Sends a robot message. */
  carry(push: Push, now: number): void {
    if (this.#isDead) return;
    const headers = {
      appId: "00000000-0000-0000-0000-000000000000",
      connectionId: this.#id,
      contentType: "application/json",
      messageId: newId(),
      time: `${now}`,
      topic: ROBOT_TOPIC,
    };
    this.send({ type: "CALLBACK", headers, data: push.data }, push);
  }

  /** Terminates the socket if the previous ping was not answered byte for byte; otherwise sends another ping. */
  ping(): void {
    if (this.#isDead || this.#quietMs !== undefined) return;
    if ([...this.#awaited.values()].some(({ kind }) => kind === "ping")) {
      this.socket.terminate();
      return;
    }
    const data = JSON.stringify({ opaque: randomBytes(9).toString("base64") });
    const headers = { topic: "ping", messageId: newId(), contentType: "application/json" };
    this.send({ type: "SYSTEM", headers, data });
  }

  /** Asks the robot to disconnect, and closes once no frame has passed in either direction for this long. */
  leave(quietMs: number): void {
    const data = JSON.stringify({ reason: "connection is expired" });
    const headers = { topic: "disconnect", contentType: "application/json" };
    this.#quietMs = quietMs;
    this.send({ type: "SYSTEM", headers, data });
  }

  /** Simulates a failed network: nothing is read any more, so no ping is answered either. */
  silence(): void {
    this.#isDead = true;
    this.socket.pause();
  }

  /** Handles an answer. Returns 200 for a right one, 400 for a malformed one, 404 if nothing waits for it. */
  answered(value: unknown): 200 | 400 | 404 {
    this.#stir();
    const answer = readAnswer(value);
    if (answer === undefined) return 400;
    const awaited = this.#awaited.get(answer.messageId);
    if (awaited === undefined) return 404;
    const isRight = isValidAnswer(awaited, answer);
    // A ping keeps waiting until the right answer comes.
    if (isRight || awaited.kind !== "ping") this.#awaited.delete(answer.messageId);
    if (awaited.kind === "robot" && awaited.push !== undefined) {
      if (isRight && answer.code === 200) this.#delivery.acknowledge(awaited.push);
      else this.#delivery.refuse(awaited.push);
    }
    return isRight ? 200 : 400;
  }

  /** Called when the socket has closed: releases the unanswered pushes to other sockets. */
  closed(): void {
    clearTimeout(this.#quiet);
    for (const awaited of this.#awaited.values()) {
      if (awaited.kind === "robot" && awaited.push !== undefined) {
        this.#delivery.release(awaited.push);
      }
    }
  }

  /** Restarts the quiet time. Only frames call this: a bot's WebSocket pings must not keep the socket open. */
  #stir(): void {
    if (this.#quietMs === undefined) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.socket.close(), this.#quietMs);
  }
}

function newId(): string {
  return randomBytes(12).toString("hex");
}
