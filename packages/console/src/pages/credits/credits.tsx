import type { CreditState } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";
import { UsageCharts, type UsageSums } from "../../usage/usage-charts.tsx";
import { Ledger } from "./ledger.tsx";
import { Limits } from "./limits.tsx";

/** The credits of the account: the balance, the usage, and the limits. */
export function CreditsPage(): JSX.Element {
  const { t } = useLanguage();
  const state = useData(() => read(api.credits.$get()), []);
  useChanges("credits", state.reload);
  return (
    <>
      <h1>{t("credits.title")}</h1>
      <Show of={state}>
        {(credits) => (
          <>
            <div class="cards">
              <Balance credits={credits} />
              <Warning credits={credits} onSaved={state.set} />
            </div>
            <UsageCharts
              title={t("credits.usage")}
              load={loadUsage}
              by={["model", "plugin"]}
              value="credits"
            />
            <Limits credits={credits} onSaved={state.set} />
          </>
        )}
      </Show>
      <Ledger />
    </>
  );
}

function loadUsage(by: "day" | "model" | "plugin", days: number): Promise<UsageSums> {
  return read(api.usage.summary.$get({ query: { by, days: String(days) } }));
}

/** How many credits a US dollar is worth. */
const CREDITS_PER_USD = 100;

function Balance({ credits }: { readonly credits: CreditState }): JSX.Element {
  const { t, language } = useLanguage();
  const { balance, reserved, is_low, warn_below } = credits;
  const number = (value: number): string => formatNumber(value, language);
  return (
    <section class="card" aria-label={t("credits.balance")}>
      <p class="figure">{number(balance)}</p>
      <p class="quiet">{t("credits.usd", { usd: number(balance / CREDITS_PER_USD) })}</p>
      {reserved > 0 && <p class="quiet">{t("credits.reserved", { credits: number(reserved) })}</p>}
      {is_low && (
        <p class="notice warn" role="alert">
          {t("credits.low", { credits: number(warn_below ?? 0) })}
        </p>
      )}
    </section>
  );
}

function Warning({
  credits,
  onSaved,
}: {
  readonly credits: CreditState;
  readonly onSaved: (credits: CreditState) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  async function save(text: string): Promise<void> {
    const warn_below = text === "" ? null : Number(text);
    onSaved(await read(api.credits.warning.$put({ json: { warn_below } })));
    toast({ text: t("credits.warningSaved") });
  }
  return (
    <section class="card">
      <Form submit={t("app.save")} onSubmit={(text) => save(text("warn_below"))}>
        <TextField
          label={t("credits.warning")}
          hint={t("credits.warningHint")}
          name="warn_below"
          type="number"
          value={String(credits.warn_below ?? "")}
        />
      </Form>
    </section>
  );
}
