import type { LibraryPlugin } from "@botwright/host";
import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Dialog } from "../ui/dialogs/dialog.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { Empty, Show } from "../ui/data/loading.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useData } from "../ui/data/use-data.ts";
import { useQuery } from "../ui/use-query.ts";
import { Permissions } from "./permissions.tsx";

/** Asks for the bot on which to install a plugin, and for the consent of its owner. */
export function InstallDialog({
  plugin,
  onClose,
}: {
  readonly plugin: LibraryPlugin;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const { route } = useLocation();
  const toast = useToast();
  const [{ bot: wanted }] = useQuery();
  const bots = useData(() => read(api.bots.$get()), []);
  const [chosen, setChosen] = useState(wanted);
  return (
    <Dialog title={t("library.installTitle", { name: plugin.name })} onClose={onClose}>
      <Show of={bots}>
        {({ items }) => {
          const bot = items.find(({ id }) => String(id) === chosen) ?? items[0];
          if (bot === undefined) {
            return (
              <Empty title={t("library.noBots")}>
                <a class="button primary" href="/bots/new">
                  {t("bots.bind")}
                </a>
              </Empty>
            );
          }
          const id = String(bot.id);
          return (
            <Form
              submit={t("library.install")}
              onSubmit={async () => {
                await read(
                  api.bots[":id"].plugins.$post({
                    param: { id },
                    json: { plugin_id: plugin.id, version_id: plugin.version_id },
                  }),
                );
                toast({ text: t("library.installed", { name: plugin.name }) });
                route(`/bots/${id}?plugin=${plugin.id}`);
              }}
            >
              <Field label={t("library.bot")}>
                {(ids) => (
                  <select
                    {...ids}
                    value={id}
                    onChange={(event) => setChosen(event.currentTarget.value)}
                  >
                    {items.map((item) => (
                      <option key={item.id} value={String(item.id)}>
                        {item.name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <p>{t("library.consent")}</p>
              <Permissions of={plugin.permissions} />
              <ExpectedConflicts key={id} botId={id} plugin={plugin} />
            </Form>
          );
        }}
      </Show>
    </Dialog>
  );
}

/** The bot's plugins that declare the same triggers as a plugin that is not installed yet. */
function ExpectedConflicts({
  botId,
  plugin,
}: {
  readonly botId: string;
  readonly plugin: LibraryPlugin;
}): JSX.Element {
  const { t } = useLanguage();
  const report = useData(
    () =>
      read(
        api.bots[":id"]["plugin-conflicts"].$get({
          param: { id: botId },
          query: { plugin_id: String(plugin.id) },
        }),
      ),
    [botId],
  );
  return (
    <Show of={report}>
      {({ exact, prefix }) => {
        const own = [...exact, ...prefix].filter(({ plugins }) => plugins.includes(plugin.slug));
        if (own.length === 0) return <p class="quiet">{t("library.noConflicts")}</p>;
        return (
          <div class="notice warn">
            <p>{t("library.conflicts")}</p>
            <ul>
              {own.map(({ trigger, plugins }) => (
                <li key={trigger}>
                  {t("library.conflict", {
                    trigger,
                    plugins: plugins.filter((slug) => slug !== plugin.slug).join(", "),
                  })}
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </Show>
  );
}
