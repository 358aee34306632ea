import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { formatDay } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { usePages } from "../../ui/data/use-pages.ts";
import type { User } from "./role-button.tsx";
import { UserActions } from "./user-actions.tsx";

/** All users, newest first; the URL contains the search text. */
export function UsersTab(): JSX.Element {
  const { t, language } = useLanguage();
  const { route, query } = useLocation();
  const text = query["text"] ?? "";
  const { loaded: users, more } = usePages((before?: number) => list(text, before), [text]);
  useChanges("users", users.reload);
  const [isCreating, setCreating] = useState(false);
  const columns = [
    t("login.name"),
    t("login.email"),
    t("admin.users.role"),
    t("admin.users.since"),
    t("admin.users.actions"),
  ];

  return (
    <>
      <div class="search">
        <Form
          key={text}
          submit={t("admin.users.find")}
          onSubmit={async (given) =>
            route(`/admin?tab=users&text=${encodeURIComponent(given("text"))}`)
          }
        >
          <TextField label={t("admin.users.search")} name="text" type="search" value={text} />
        </Form>
        <button type="button" onClick={() => setCreating(true)}>
          {t("admin.users.create")}
        </button>
      </div>
      {isCreating && <CreateUser onClose={() => setCreating(false)} onCreated={users.reload} />}
      <Show of={users}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("admin.users.none")} />
          ) : (
            <LongTable
              label={t("admin.tab.users")}
              onPhone="labelled"
              widths={[13, 25, 12, 13, 37]}
              columns={columns}
              items={items}
              more={more}
              cells={(user) => (
                <>
                  <td>
                    {user.name} <small class="quiet">#{user.id}</small>
                  </td>
                  <td>
                    {user.email}
                    {user.banned && (
                      <small class="error">
                        {" "}
                        {t("admin.users.banned", { reason: user.ban_reason ?? "" })}
                      </small>
                    )}
                  </td>
                  <td>{t(`admin.users.role.${user.role}`)}</td>
                  <td>
                    <time dateTime={user.created_at}>{formatDay(user.created_at, language)}</time>
                  </td>
                  <td>
                    <UserActions user={user} onChanged={users.reload} />
                  </td>
                </>
              )}
            />
          )
        }
      </Show>
    </>
  );
}

async function list(
  text: string,
  before?: number,
): Promise<{ items: readonly User[]; next: number | null }> {
  const query = {
    limit: "500",
    ...(text !== "" && { text }),
    ...(before !== undefined && { before: String(before) }),
  };
  return read(api.admin.users.$get({ query }));
}

function CreateUser({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  return (
    <DialogForm
      title={t("admin.users.create")}
      submit={t("login.create")}
      onClose={onClose}
      onSubmit={async (text) => {
        const [name, email, password] = [text("name"), text("email"), text("password")];
        await read(api.admin.users.$post({ json: { name, email, password } }));
        toast({ text: t("admin.users.created", { email }) });
        onCreated();
      }}
    >
      <TextField label={t("login.name")} name="name" required autocomplete="off" />
      <TextField label={t("login.email")} name="email" type="email" required autocomplete="off" />
      <TextField
        label={t("login.password")}
        name="password"
        type="password"
        required
        minlength={10}
        hint={t("login.passwordHint")}
        autocomplete="new-password"
      />
    </DialogForm>
  );
}
