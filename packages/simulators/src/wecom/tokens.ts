import { randomBytes } from "node:crypto";
import { WireError } from "./answer.ts";
import type { WecomAnswer } from "./wire.ts";

/** Issues and checks the access tokens of the app. */
export class TokenStore {
  readonly #ends = new Map<string, number>();
  readonly #now: () => number;
  readonly #lifeSeconds: number;

  constructor(now: () => number, lifeSeconds: number) {
    this.#now = now;
    this.#lifeSeconds = lifeSeconds;
  }

  issue(): WecomAnswer {
    // The longest possible token: 512 characters.
    const token = randomBytes(384).toString("base64url");
    this.#ends.set(token, this.#now() + this.#lifeSeconds * 1000);
    return { access_token: token, expires_in: this.#lifeSeconds };
  }

  /** @throws WireError when the token is missing, unknown or too old */
  check(token: string): void {
    if (token === "") throw new WireError(41001);
    const end = this.#ends.get(token);
    if (end === undefined) throw new WireError(40014);
    if (this.#now() >= end) throw new WireError(42001);
  }

  /** Ends a token before its expiry. */
  expire(token: string): void {
    if (this.#ends.has(token)) this.#ends.set(token, this.#now());
  }

  /** Forgets all tokens. */
  clear(): void {
    this.#ends.clear();
  }
}
