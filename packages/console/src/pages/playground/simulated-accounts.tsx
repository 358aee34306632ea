import type { PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { CopyField } from "../../ui/forms/copy-field.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { SimulatedPhone } from "./simulated-phone.tsx";
import { readCredentials, setWecomCallback, type SimulatedCredentials } from "./simulators.ts";

/** The credentials with which a visitor binds bots on the simulated platforms. */
export function SimulatedAccounts(): JSX.Element {
  const { t, language } = useLanguage();
  const loaded = useData(load, []);
  return (
    <details class="values">
      <summary>{t("playground.ownHint")}</summary>
      <Show of={loaded}>
        {({ platforms, credentials }) => (
          <div class="cards">
            {platforms.map(({ platform, label, fields }) => (
              <details key={platform} class="card">
                <summary>{label[language]}</summary>
                {fields
                  .filter(({ name }) => credentials[platform]?.[name] !== undefined)
                  .map((field) => (
                    <CopyField
                      key={field.name}
                      label={field.label[language]}
                      value={credentials[platform]?.[field.name] ?? ""}
                    />
                  ))}
                {platform === "wechat" && (
                  <>
                    <p class="quiet">{t("playground.wechat")}</p>
                    <SimulatedPhone />
                  </>
                )}
                {platform === "wecom" && <Callback />}
                <a href={`/bots/new?platform=${platform}`}>{t("playground.bind")}</a>
              </details>
            ))}
          </div>
        )}
      </Show>
    </details>
  );
}

async function load(): Promise<{
  readonly platforms: readonly PlatformRecord[];
  readonly credentials: SimulatedCredentials;
}> {
  const [{ items: platforms }, credentials] = await Promise.all([
    read(api.platforms.$get()),
    readCredentials(),
  ]);
  return { platforms, credentials };
}

/** Replaces the callback field in WeCom's console. */
function Callback(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  return (
    <Form
      submit={t("app.save")}
      onSubmit={async (text) => {
        await setWecomCallback(text("callback"));
        toast({ text: t("playground.callbackDone") });
      }}
    >
      <TextField
        label={t("playground.callback")}
        hint={t("playground.callbackHint")}
        name="callback"
        type="url"
        required
        autocomplete="off"
      />
    </Form>
  );
}
