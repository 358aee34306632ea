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
  const [isChecking, setChecking] = useState(false);
  return (
    <LoginFrame>
      {isChecking && unverified !== undefined ? (
        <CheckMail email={unverified} onLogin={() => setChecking(false)} />
      ) : (
        <LoginForm
          email={unverified}
          onUser={onUser}
          onUnverified={(email) => {
            setUnverified(email);
            setChecking(true);
          }}
        />
      )}
    </LoginFrame>
  );
}
