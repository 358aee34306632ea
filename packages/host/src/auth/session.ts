/** A session with its user. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "admin";
  readonly banned: boolean;
  readonly expiresAt: Date;
  /** The cookies of a session that this request has renewed: without them the browser's cookie would expire first. */
  readonly setCookies: readonly string[];
}
