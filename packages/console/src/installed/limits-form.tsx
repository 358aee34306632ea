import type { JSX } from "preact";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/forms/field.tsx";
import { Form } from "../ui/forms/form.tsx";
import { Show } from "../ui/data/loading.tsx";
import { useToast } from "../ui/toasts.tsx";
import { useData } from "../ui/data/use-data.ts";
import { changeLimits } from "../usage/change-limits.ts";

const PERIODS = ["day", "month"] as const;

/** The most that a plugin may spend in a day and in a month, on all bots of the account together. */
export function LimitsForm({ plugin }: { readonly plugin: string }): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const credits = useData(() => read(api.credits.$get()), []);
  return (
    <Show of={credits}>
      {({ limits }) => (
        <Form
          submit={t("app.save")}
          onSubmit={async (text) => {
            const own = PERIODS.flatMap((period) =>
              text(period) === ""
                ? []
                : [{ plugin_slug: plugin, period, credits: Number(text(period)) }],
            );
            const changed = await changeLimits((now) => [
              ...now.filter(({ plugin_slug }) => plugin_slug !== plugin),
              ...own,
            ]);
            credits.set(changed);
            toast({ text: t("account.limitsDone") });
          }}
        >
          <div class="pair">
            {PERIODS.map((period) => {
              const limit = limits.find(
                (known) => known.plugin_slug === plugin && known.period === period,
              );
              return (
                <TextField
                  key={period}
                  label={t(period === "day" ? "account.perDay" : "account.perMonth")}
                  hint={
                    limit === undefined
                      ? t("account.noLimit")
                      : t("account.spent", { spent: limit.spent })
                  }
                  name={period}
                  type="number"
                  min={0}
                  max={1_000_000_000}
                  step="1"
                  value={limit === undefined ? "" : String(limit.credits)}
                />
              );
            })}
          </div>
        </Form>
      )}
    </Show>
  );
}
