import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { LongTable } from "../../ui/lists/table.tsx";
import { useData } from "../../ui/data/use-data.ts";

/** The published plugins that react to the same triggers; loaded when the visitor opens the section. */
export function SharedTriggers(): JSX.Element {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("admin.triggers")}</summary>
      {isOpen && <TriggerTable />}
    </details>
  );
}

function TriggerTable(): JSX.Element {
  const { t } = useLanguage();
  const report = useData(() => read(api.admin["trigger-conflicts"].$get()), []);
  return (
    <Show of={report}>
      {({ exact, prefix }) => {
        const conflicts = [...exact, ...prefix].map((conflict, id) => ({ ...conflict, id }));
        if (conflicts.length === 0) return <Empty title={t("admin.triggers.none")} />;
        return (
          <LongTable
            label={t("admin.triggers")}
            columns={[t("admin.triggers.trigger"), t("admin.triggers.plugins")]}
            items={conflicts}
            cells={({ trigger, plugins }) => (
              <>
                <td>{trigger}</td>
                <td class="note">
                  {plugins.map((slug, place) => (
                    <span key={slug}>
                      {place > 0 && ", "}
                      <a href={`/library/${slug}`}>{slug}</a>
                    </span>
                  ))}
                </td>
              </>
            )}
          />
        );
      }}
    </Show>
  );
}
