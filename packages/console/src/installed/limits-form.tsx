import type { CreditLimit } from "@botwright/host";
import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { formatNumber } from "../ui/format.ts";
import { Show } from "../ui/data/loading.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useChanges } from "../ui/data/use-changes.ts";
import { useData } from "../ui/data/use-data.ts";
import { changeLimits, type Limit } from "../usage/change-limits.ts";

const PERIODS = ["day", "month"] as const;

type Period = (typeof PERIODS)[number];

/** The most that a plugin may spend in a day and in a month, on all bots of the account together. */
export function LimitsForm({ plugin }: { readonly plugin: string }): JSX.Element {
  const { t, language } = useLanguage();
  const toast = useToast();
  const credits = useData(() => read(api.credits.$get()), []);
  useChanges("credits", credits.reload);
  const limitOf = (period: Period): CreditLimit | undefined =>
    credits.data?.limits.find((known) => known.plugin_slug === plugin && known.period === period);

  async function save(text: (name: string) => string): Promise<void> {
    // A field that was not changed is not sent, so that a limit that was set elsewhere is not reverted.
    const changed = PERIODS.filter((period) => text(period) !== shownOf(limitOf(period)));
    const own = changed
      .filter((period) => text(period) !== "")
      .map((period) => ({ plugin_slug: plugin, period, credits: Number(text(period)) }));
    const isChanged = (limit: Limit): boolean =>
      limit.plugin_slug === plugin && changed.includes(limit.period);
    credits.set(await changeLimits((now) => [...now.filter((limit) => !isChanged(limit)), ...own]));
    toast({ text: t("account.limitsDone") });
  }

  return (
    <Show of={credits}>
      {() => (
        <Form submit={t("app.save")} onSubmit={save}>
          <div class="pair">
            {PERIODS.map((period) => {
              const limit = limitOf(period);
              return (
                <TextField
                  key={period}
                  label={t(period === "day" ? "account.perDay" : "account.perMonth")}
                  hint={
                    limit === undefined
                      ? t("account.noLimit")
                      : t("account.spent", { spent: formatNumber(limit.spent, language) })
                  }
                  name={period}
                  type="number"
                  min={0}
                  max={1_000_000_000}
                  step="1"
                  value={shownOf(limit)}
                />
              );
            })}
          </div>
        </Form>
      )}
    </Show>
  );
}

/** The text of a limit's field. */
function shownOf(limit: CreditLimit | undefined): string {
  return limit === undefined ? "" : String(limit.credits);
}
