import { randomBytes } from "node:crypto";

/** With more than 30 minutes of validity left, a request returns the same token. */
const RENEW_MS = 1_800_000;

/** The tenant access tokens of the app. */
export class AccessTokens {
  readonly #now: () => number;
  readonly #lifeMs: number;
  readonly #ends = new Map<string, number>();
  #newest = "";

  constructor(now: () => number, lifeMs: number) {
    this.#now = now;
    this.#lifeMs = lifeMs;
  }

  /** The token and the seconds that it has left. */
  give(): { readonly token: string; readonly expire: number } {
    const left = (this.#ends.get(this.#newest) ?? 0) - this.#now();
    // A deliberately short validity is not shortened further.
    if (left > Math.min(RENEW_MS, this.#lifeMs / 2)) {
      return { token: this.#newest, expire: Math.floor(left / 1000) };
    }
    this.#newest = `t-g104${randomBytes(18).toString("hex")}`;
    this.#ends.set(this.#newest, this.#now() + this.#lifeMs);
    return { token: this.#newest, expire: Math.floor(this.#lifeMs / 1000) };
  }

  isValid(token: string): boolean {
    return (this.#ends.get(token) ?? 0) > this.#now();
  }

  /** No token is good any more. */
  revoke(): void {
    this.#ends.clear();
  }
}
