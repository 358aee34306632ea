import type { JSX } from "preact";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";

const FILTERS = ["bot", "state", "chat", "plugin", "text"] as const;

/** The filters of the list; the URL contains them. */
export function MessageFilters(): JSX.Element {
  const { t } = useLanguage();
  const [query, change] = useQuery();
  const bots = useData(() => read(api.bots.$get()), []);
  const set = (name: string, value: string): void => change({ [name]: value, rows: "" });
  const text = (name: "chat" | "plugin" | "text") => ({
    name,
    type: "search" as const,
    value: query[name] ?? "",
    maxlength: 200,
    onValue: (value: string) => set(name, value),
  });
  const isFiltered = FILTERS.some((name) => query[name] !== undefined);
  return (
    <form
      class="filters"
      role="search"
      aria-label={t("messages.filters")}
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label={t("messages.bot")}>
        {(ids) => (
          <select
            {...ids}
            value={query["bot"] ?? ""}
            onChange={(event) => set("bot", event.currentTarget.value)}
          >
            <option value="">{t("messages.allBots")}</option>
            {bots.data?.items.map((bot) => (
              <option key={bot.id} value={String(bot.id)}>
                {bot.name} ({t(`platform.${bot.platform}`)})
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t("messages.state")}>
        {(ids) => (
          <select
            {...ids}
            value={query["state"] ?? ""}
            onChange={(event) => set("state", event.currentTarget.value)}
          >
            <option value="">{t("messages.allStates")}</option>
            <option value="waiting">{t("messages.waiting")}</option>
            <option value="done">{t("messages.done")}</option>
            <option value="set_aside">{t("messages.setAside")}</option>
          </select>
        )}
      </Field>
      <TextField label={t("messages.text")} {...text("text")} />
      <TextField label={t("messages.chat")} {...text("chat")} />
      <TextField label={t("messages.plugin")} {...text("plugin")} />
      {isFiltered && (
        <button
          type="button"
          onClick={() => change(Object.fromEntries([...FILTERS, "rows"].map((n) => [n, ""])))}
        >
          {t("messages.clear")}
        </button>
      )}
    </form>
  );
}
