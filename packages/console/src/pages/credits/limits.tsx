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
import { changeLimits, type Limit } from "../../usage/change-limits.ts";

/** The spending limits, with the amount that was spent of each. */
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

  /** Sets a limit, and replaces the one for the same plugin and period. */
  const put = async (limit: Limit): Promise<void> =>
    onSaved(await changeLimits((now) => [...without(now, limit), limit]));

  async function remove(limit: CreditLimit): Promise<void> {
    onSaved(await changeLimits((now) => without(now, limit)));
    toast({
      text: t("credits.limitRemoved"),
      undo: () =>
        void put(limit).catch((error: unknown) => toast({ text: words(error), isError: true })),
    });
  }

  const heading = useRef<HTMLHeadingElement>(null);
  // The target of a link to `#limits` was not rendered yet when the browser followed the link.
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
      {isAdding && <NewLimit onClose={() => setAdding(false)} onAdd={put} />}
    </section>
  );
}

function without(limits: readonly Limit[], { plugin_slug, period }: Limit): readonly Limit[] {
  return limits.filter((limit) => limit.plugin_slug !== plugin_slug || limit.period !== period);
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
          // Fails for an unknown plugin, whose limit would have no effect.
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
