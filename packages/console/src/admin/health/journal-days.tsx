import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { useData } from "../../ui/data/use-data.ts";

/** Sets for how many days the host keeps the journals of runs. */
export function JournalDays(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const settings = useData(() => read(api.admin.settings.$get()), []);
  useChanges("settings", settings.reload);

  async function save(text: (name: string) => string): Promise<void> {
    const days = text("days");
    const json = { journal_days: days === "" ? null : Number(days) };
    settings.set(await read(api.admin.settings.$put({ json })));
    toast({ text: t("admin.saved") });
  }

  return (
    <section class="narrow" aria-label={t("admin.health.journals")}>
      <h2>{t("admin.health.journals")}</h2>
      <Show of={settings}>
        {({ journal_days }) => (
          <Form
            submit={t("app.save")}
            ask={(text) => {
              const days = text("days");
              if (days !== "" && Number(days) >= journal_days) return undefined;
              const what =
                days === ""
                  ? t("admin.health.journalDaysUsual", { before: journal_days })
                  : t("admin.health.journalDaysLost", { days, before: journal_days });
              return { title: t("admin.health.journalDaysAsk"), what, yes: t("app.save") };
            }}
            onSubmit={save}
          >
            <TextField
              label={t("admin.health.journalDays")}
              hint={t("admin.health.journalDaysHint")}
              name="days"
              type="number"
              min={1}
              value={String(journal_days)}
            />
          </Form>
        )}
      </Show>
    </section>
  );
}
