import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The user who is logged in. */
export interface SessionUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: "user" | "admin";
}

/** The part of the login that pages use. */
export interface SessionContext {
  readonly user: SessionUser;
  readonly signOut: () => Promise<void>;
}

/** The context of {@link useSession}; pages are shown with a session only. */
export const Sessions = createContext<SessionContext | undefined>(undefined);

/** The session of the visitor. */
export function useSession(): SessionContext {
  const session = useContext(Sessions);
  if (session === undefined) throw new Error("a page was drawn without a session");
  return session;
}
