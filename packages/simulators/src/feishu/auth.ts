import { randomBytes } from "node:crypto";

/** While a token is valid for longer than 30 minutes (in milliseconds), requests return the same token. */
const RENEW_MS = 1_800_000;

/** Issues and checks the tenant access tokens of the app. */
export class AccessTokens {
  readonly #now: () => number;
  readonly #lifeMs: number;
  readonly #ends = new Map<string, number>();
  #newest = "";

  constructor(now: () => number, lifeMs: number) {
    this.#now = now;
    this.#lifeMs = lifeMs;
  }

  /** Returns a token and the seconds for which it is valid. */
  give(): { readonly token: string; readonly expire: number } {
    const left = (this.#ends.get(this.#newest) ?? 0) - this.#now();
    // The half applies to a deliberately short lifetime, which would otherwise always be renewed.
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

  /** Invalidates all tokens. */
  revoke(): void {
    this.#ends.clear();
  }
}
