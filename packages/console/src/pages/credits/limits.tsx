import type { CreditLimit, CreditState } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useWords } from "../../i18n/error-words.ts";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Empty } from "../../ui/data/loading.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { useToast } from "../../ui/toasts.tsx";

type Limit = Pick<CreditLimit, "plugin_slug" | "period" | "credits">;

/** The spending limits, with what was spent of each. */
export function Limits({
  credits,
  onSaved,
}: {
  readonly credits: CreditState;
  readonly onSaved: (credits: CreditState) => void;
}): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  const words = useWords();
  const [isAdding, setAdding] = useState(false);
  const { limits } = credits;
  /** As they are now, for what is undone later. */
  const latest = useRef(limits);
  latest.current = limits;

  async function save(changed: readonly Limit[]): Promise<void> {
    const json = {
      limits: changed.map(({ plugin_slug, period, credits: amount }) => ({
        period,
        credits: amount,
        ...(plugin_slug !== null && { plugin_slug }),
      })),
    };
    onSaved(await read(api.credits.limits.$put({ json })));
  }
  const without = (limit: Limit): readonly Limit[] =>
    latest.current.filter((other) => !isSame(other, limit));
  const saveOrSay = (changed: readonly Limit[]): Promise<void> =>
    save(changed).catch((error: unknown) => toast({ text: words(error), isError: true }));

  async function remove(limit: CreditLimit): Promise<void> {
    await save(without(limit));
    toast({
      text: t("credits.limitRemoved"),
      undo: () => void saveOrSay([...without(limit), limit]),
    });
  }

  const heading = useRef<HTMLHeadingElement>(null);
  // The page did not have the place of a link when the link was followed.
  useEffect(() => {
    if (location.hash === "#limits") heading.current?.scrollIntoView();
  }, []);

  return (
    <section aria-labelledby="limits">
      <h2 id="limits" ref={heading}>
        {t("credits.limits")}
      </h2>
      <p class="quiet">{t("credits.limitsNote")}</p>
      {limits.length === 0 ? (
        <Empty title={t("credits.noLimits")} />
      ) : (
        <ul class="plain">
          {limits.map((limit) => (
            <LimitRow
              key={`${limit.plugin_slug ?? ""} ${limit.period}`}
              limit={limit}
              onRemove={() => remove(limit)}
            />
          ))}
        </ul>
      )}
      <p>
        <button type="button" onClick={() => setAdding(true)}>
          {t("credits.addLimit")}
        </button>
      </p>
      {isAdding && (
        <NewLimit
          onClose={() => setAdding(false)}
          onAdd={(limit) => save([...without(limit), limit])}
        />
      )}
    </section>
  );
}

function isSame(a: Limit, b: Limit): boolean {
  return a.plugin_slug === b.plugin_slug && a.period === b.period;
}

function LimitRow({
  limit,
  onRemove,
}: {
  readonly limit: CreditLimit;
  readonly onRemove: () => Promise<void>;
}): JSX.Element {
  const { t, language } = useLanguage();
  const { plugin_slug, period, credits, spent } = limit;
  const plugin = plugin_slug ?? t("credits.allPlugins");
  const numbers = {
    spent: formatNumber(spent, language),
    credits: formatNumber(credits, language),
  };
  return (
    <li class="limit">
      <b>{plugin}</b>
      <span>{t(`credits.${period}.period`)}</span>
      <ShareBar part={spent} of={credits} kind={spent >= credits ? "error" : "good"} />
      <span>{t("credits.spent", numbers)}</span>
      <ActButton label={t("credits.removeLimitOf", { plugin })} onAct={onRemove}>
        {t("credits.removeLimit")}
      </ActButton>
    </li>
  );
}

function NewLimit({
  onAdd,
  onClose,
}: {
  readonly onAdd: (limit: Limit) => Promise<void>;
  readonly onClose: () => void;
}): JSX.Element {
  const { t } = useLanguage();
  return (
    <Dialog title={t("credits.addLimit")} onClose={onClose}>
      <Form
        submit={t("app.save")}
        onSubmit={async (text) => {
          const slug = text("plugin").trim();
          // A name that no plugin has would limit nothing.
          if (slug !== "") await read(api.library[":slug"].$get({ param: { slug } }));
          await onAdd({
            plugin_slug: slug === "" ? null : slug,
            period: text("period") === "month" ? "month" : "day",
            credits: Number(text("credits")),
          });
          onClose();
        }}
      >
        <TextField
          label={t("credits.plugin")}
          hint={t("credits.pluginHint")}
          name="plugin"
          maxlength={64}
        />
        <Field label={t("credits.period")}>
          {(ids) => (
            <select {...ids} name="period">
              <option value="day">{t("credits.day.period")}</option>
              <option value="month">{t("credits.month.period")}</option>
            </select>
          )}
        </Field>
        <TextField label={t("credits.limit")} name="credits" type="number" required />
      </Form>
    </Dialog>
  );
}
