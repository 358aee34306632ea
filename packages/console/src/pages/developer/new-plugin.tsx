import type { LibraryPlugin } from "@botwright/host";
import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { useMemo } from "preact/hooks";
import { api, read } from "../../api.ts";
import { type FormFields, formFieldsOf } from "../../developer/drafts/draft-fields.ts";
import { NEW_CODE } from "../../developer/new-code.ts";
import { PluginFields, readPluginFields } from "../../developer/plugin-fields.tsx";
import { Workbench } from "../../developer/workbench.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Show } from "../../ui/data/loading.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";

const NO_WORDS: FormFields = {
  slug: "",
  name: "",
  version: "1.0.0",
  description: "",
  icon: "",
  category: "",
  readme: "",
  repository_url: "",
};

/** A plugin that is not submitted yet: a new one, or a copy of one in the library (`?copy=<slug>`). */
export function NewPluginPage(): JSX.Element {
  const { t } = useLanguage();
  const [{ copy }] = useQuery();
  const copied = useData(() => loadCopied(copy), [copy]);
  return (
    <>
      <p>
        <a href="/developer">← {t("dev.back")}</a>
      </p>
      <h1>{copy === undefined ? t("dev.new") : t("dev.copyOf", { slug: copy })}</h1>
      {copy === undefined ? (
        <NewPlugin />
      ) : (
        <Show of={copied}>{(known) => known && <NewPlugin key={copy} copied={known} />}</Show>
      )}
    </>
  );
}

/** A plugin of the library, with its code. */
interface CopiedPlugin {
  readonly plugin: LibraryPlugin;
  /** The slug of the copy, which also replaces the one in its code. */
  readonly slug: string;
  readonly code: string;
}

async function loadCopied(slug: string | undefined): Promise<CopiedPlugin | undefined> {
  if (slug === undefined) return undefined;
  const at = { param: { slug } };
  const [plugin, { code }] = await Promise.all([
    read(api.library[":slug"].$get(at)),
    read(api.library[":slug"].code.$get(at)),
  ]);
  const copy = `${slug.slice(0, 59)}-copy`;
  // Slugs contain no character with a special meaning in a regular expression or a replacement.
  const own = code.replace(new RegExp(`(\\bslug:\\s*["'])${slug}(["'])`, "u"), `$1${copy}$2`);
  return { plugin, slug: copy, code: own };
}

function NewPlugin({ copied }: { readonly copied?: CopiedPlugin }): JSX.Element {
  const { t } = useLanguage();
  const { route } = useLocation();
  const toast = useToast();
  const fields = useMemo(() => fieldsOf(copied), [copied]);
  const of = copied === undefined ? "new" : (`copy-${copied.plugin.slug}` as const);

  async function submit(
    code: string,
    text: (name: string) => string,
    onSubmitted: () => void,
  ): Promise<void> {
    const json = { slug: text("slug"), code, ...readPluginFields(text) };
    const { id } = await read(api.plugins.submit.$post({ json }));
    onSubmitted();
    toast({ text: t("dev.submitted") });
    route(`/developer/${id}`);
  }

  return (
    <Workbench of={of} stored={copied?.code ?? NEW_CODE} sha256={undefined} fields={fields}>
      {(code, words, onSubmitted) => (
        <Form submit={t("dev.submit")} onSubmit={(text) => submit(code, text, onSubmitted)}>
          <h2>{t("dev.details")}</h2>
          <TextField
            label={t("dev.slug")}
            name="slug"
            value={words.slug}
            required
            minlength={2}
            maxlength={64}
            pattern="[a-z0-9\-]+"
            hint={t("dev.slugHint")}
          />
          <PluginFields words={words} />
        </Form>
      )}
    </Workbench>
  );
}

/** The initial fields of a new plugin, or of a copy. */
function fieldsOf(copied: CopiedPlugin | undefined): FormFields {
  if (copied === undefined) return NO_WORDS;
  const { plugin, slug } = copied;
  return formFieldsOf({ ...NO_WORDS, ...plugin, slug, name: slug, repository_url: "" });
}
