import type { BotRecord, BoundBot } from "@botwright/host";
import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { api, read, send } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { ConfirmButton } from "../ui/dialogs/confirm.tsx";
import { CopyField } from "../ui/forms/copy-field.tsx";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { Show } from "../ui/data/loading.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useData } from "../ui/data/use-data.ts";
import { BindForm } from "./bind-form.tsx";
import { Bound } from "./bound.tsx";
import { LoginPanel } from "./login-panel.tsx";

/** A bot's name, callback URL and credentials, and its deletion. */
export function BotSettings({
  bot,
  onChange,
}: {
  readonly bot: BotRecord;
  readonly onChange: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  const { route } = useLocation();
  const toast = useToast();
  const at = { param: { id: String(bot.id) } };
  return (
    <div class="narrow">
      <Form
        submit={t("bots.rename")}
        onSubmit={async (text) => {
          await read(api.bots[":id"].$patch({ ...at, json: { name: text("name") } }));
          toast({ text: t("bots.renamed") });
          onChange();
        }}
      >
        <TextField
          label={t("bots.name")}
          name="name"
          value={bot.name}
          required
          maxlength={100}
          autocomplete="off"
        />
      </Form>
      {bot.callback_url !== null && (
        <CopyField
          label={t("bots.callback")}
          hint={t("bots.callbackHint")}
          value={bot.callback_url}
        />
      )}
      <h2>{t("bots.rebind")}</h2>
      <p class="quiet">{t("bots.rebindHint")}</p>
      <Rebind bot={bot} onChange={onChange} />
      <h2>{t("bots.unbind")}</h2>
      <p class="quiet">{t("bots.unbindWhat")}</p>
      <ConfirmButton
        text={t("bots.unbind")}
        title={t("bots.unbindTitle", { name: bot.name })}
        onConfirm={async () => {
          await send(api.bots[":id"].$delete(at));
          toast({ text: t("bots.unbound", { name: bot.name }) });
          route("/bots", true);
        }}
      >
        <p>{t("bots.unbindWhat")}</p>
      </ConfirmButton>
    </div>
  );
}

function Rebind({
  bot,
  onChange,
}: {
  readonly bot: BotRecord;
  readonly onChange: () => void;
}): JSX.Element {
  const platforms = useData(() => read(api.platforms.$get()), []);
  const [bound, setBound] = useState<BoundBot>();
  return (
    <Show of={platforms}>
      {({ items }) => {
        const platform = items.find((item) => item.platform === bot.platform);
        if (platform === undefined) return null;
        if (bound !== undefined) return <Bound bound={bound} platform={platform} />;
        if (platform.login) return <LoginPanel platform={platform.platform} rebound={bot} />;
        return (
          <BindForm
            platform={platform}
            rebound={bot}
            onBound={(result) => {
              setBound(result);
              onChange();
            }}
          />
        );
      }}
    </Show>
  );
}
