import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api, read } from "../api.ts";
import { useLanguage } from "../i18n/index.ts";
import { Show } from "../ui/data/loading.tsx";
import { useChanges } from "../ui/data/use-changes.ts";
import { useData } from "../ui/data/use-data.ts";

/** The code of a plugin, loaded when a visitor opens it, and a link that starts a copy of it. */
export function PluginCode({ slug }: { readonly slug: string }): JSX.Element {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h2>{t("library.code")}</h2>
      <p>
        <a href={`/developer/new?${new URLSearchParams({ copy: slug })}`}>{t("library.copy")}</a>{" "}
        <span class="quiet">{t("library.copyHint")}</span>
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("library.showCode")}</summary>
        {isOpen && <Code slug={slug} />}
      </details>
    </>
  );
}

function Code({ slug }: { readonly slug: string }): JSX.Element {
  const { t } = useLanguage();
  const loaded = useData(() => read(api.library[":slug"].code.$get({ param: { slug } })), [slug]);
  useChanges("library", loaded.reload);
  return (
    <Show of={loaded}>
      {({ code }) => (
        <pre class="scroll" tabIndex={0} aria-label={t("library.code")}>
          {code}
        </pre>
      )}
    </Show>
  );
}
