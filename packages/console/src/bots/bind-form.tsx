import type { BotRecord, BoundBot, FieldRecord, PlatformRecord } from "@botwright/host";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { useSimulated } from "../pages/playground/use-simulated.ts";

/** The prefix of the names of credential inputs, which tells them apart from other inputs of the form. */
const PREFIX = "credential.";

/** A form for the credentials of a platform's bots, for a new bot or for new credentials of an existing one. */
export function BindForm({
  platform,
  rebound,
  onBound,
}: {
  readonly platform: PlatformRecord;
  /** The bot that gets new credentials. */
  readonly rebound?: BotRecord;
  readonly onBound: (bound: BoundBot) => void;
}): JSX.Element {
  const { t, language } = useLanguage();
  const simulated = useSimulated(platform.platform);
  const [filled, setFilled] = useState<Readonly<Record<string, string>>>({});
  const [usual] = platform.transports;
  const [transport, setTransport] = useState(rebound?.transport ?? usual);
  const fields = [
    ...platform.fields,
    ...(transport === "callback" && usual !== "callback" ? platform.callback_fields : []),
  ];

  async function bind(text: (name: string) => string): Promise<void> {
    const entered = fields.map(({ name }) => [name, text(PREFIX + name).trim()]);
    const credentials = Object.fromEntries(entered.filter(([, value]) => value !== ""));
    const given = { credentials, ...(transport !== undefined && { transport }) };
    const name = text("bot-name").trim() || platform.label[language];
    onBound(
      await read(
        rebound === undefined
          ? api.bots.$post({
              json: { ...given, platform: platform.platform, name },
            })
          : api.bots[":id"].credentials.$put({ param: { id: String(rebound.id) }, json: given }),
      ),
    );
  }

  return (
    <Form
      submit={t("bots.test")}
      ask={() =>
        rebound && {
          title: t("bots.rebindTitle", { name: rebound.name }),
          what: t("bots.rebindAsk"),
          yes: t("bots.test"),
        }
      }
      onSubmit={bind}
    >
      {simulated !== undefined && (
        <p class="notice row">
          {t("playground.fillHint")}{" "}
          <button type="button" onClick={() => setFilled(simulated)}>
            {t("playground.fill")}
          </button>
        </p>
      )}
      {rebound === undefined && (
        <TextField
          label={t("bots.optional", { label: t("bots.name") })}
          name="bot-name"
          hint={t("bots.nameHint")}
          maxlength={100}
          autocomplete="off"
        />
      )}
      {platform.transports.length > 1 && (
        <fieldset>
          <legend>{t("bots.transport")}</legend>
          {platform.transports.map((way) => (
            <label key={way} class="choice">
              <input
                type="radio"
                name="transport"
                value={way}
                checked={way === transport}
                onChange={() => setTransport(way)}
              />{" "}
              {t(`bots.transport.${way}`)}
            </label>
          ))}
        </fieldset>
      )}
      {fields.map((field) => (
        // The key changes with the filled-in value, because a field keeps the text that was typed.
        <CredentialField
          key={`${field.name} ${filled[field.name] ?? ""}`}
          field={field}
          value={filled[field.name]}
        />
      ))}
      <p class="quiet">{t("bots.testHint")}</p>
    </Form>
  );
}

function CredentialField({
  field,
  value,
}: {
  readonly field: FieldRecord;
  /** The initial value. */
  readonly value: string | undefined;
}): JSX.Element {
  const { t, language } = useLanguage();
  const isNeeded = field.required && !field.generated;
  const label = field.label[language];
  const help = field.help[language];
  return (
    <TextField
      label={isNeeded ? label : t("bots.optional", { label })}
      hint={field.generated ? help + t("bots.generatedHint") : help}
      name={PREFIX + field.name}
      type={field.secret ? "password" : "text"}
      autocomplete={field.secret ? "new-password" : "off"}
      required={isNeeded}
      pattern={field.pattern}
      placeholder={field.example}
      value={value}
    />
  );
}
