/** A session with its user. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "admin";
  readonly banned: boolean;
  readonly expiresAt: Date;
  /** The cookies of a session that was renewed with this request: the browser's own would end before it. */
  readonly setCookies: readonly string[];
}
