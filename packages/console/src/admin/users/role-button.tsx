import type { InferResponseType } from "hono/client";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { checkSession } from "../../session-check.ts";
import { useSession } from "../../session.tsx";
import { ConfirmButton } from "../../ui/dialogs/confirm.tsx";

/** A user in the form for administrators. */
export type User = InferResponseType<typeof api.admin.users.$get>["items"][number];

/** The properties of a button that acts on a user. */
export interface ActionProps {
  readonly user: User;
  readonly onChanged: () => void;
}

/** Makes a user an administrator, or an administrator a user. */
export function RoleButton({ user, onChanged }: ActionProps): JSX.Element {
  const { t } = useLanguage();
  const { user: self } = useSession();
  const act = user.role === "admin" ? "demote" : "promote";
  const text = t(`admin.users.${act}`);
  return (
    <ConfirmButton
      text={text}
      title={`${text}${t("app.colon")}${user.name}`}
      onConfirm={async () => {
        const role = user.role === "admin" ? "user" : "admin";
        const param = { id: String(user.id) };
        await read(api.admin.users[":id"].role.$post({ param, json: { role } }));
        // After giving up the own role, the list of users is no longer accessible.
        if (user.id === self.id) checkSession();
        else onChanged();
      }}
    >
      <p>{t(`admin.users.${act}Ask`, { email: user.email })}</p>
    </ConfirmButton>
  );
}
