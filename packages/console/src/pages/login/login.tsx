import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SessionUser } from "../../session.tsx";
import { CheckMail } from "./check-mail.tsx";
import { LoginForm } from "./login-form.tsx";
import { LoginFrame } from "./login-frame.tsx";

/** The page without a session: log in, sign up, verify an address, or reset a password. */
export function LoginPage({
  onUser,
}: {
  readonly onUser: (user: SessionUser) => void;
}): JSX.Element {
  /** The address that must be verified before the login. */
  const [unverified, setUnverified] = useState<string>();
  return (
    <LoginFrame>
      {unverified === undefined ? (
        <LoginForm onUser={onUser} onUnverified={setUnverified} />
      ) : (
        <CheckMail email={unverified} onLogin={() => setUnverified(undefined)} />
      )}
    </LoginFrame>
  );
}
