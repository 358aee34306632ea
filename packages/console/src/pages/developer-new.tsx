import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { api, read } from "../api.ts";
import { draftOf } from "../developer/draft.ts";
import { NEW_CODE } from "../developer/new-code.ts";
import { PluginFields, readPluginFields } from "../developer/plugin-fields.tsx";
import { Workbench } from "../developer/workbench.tsx";
import { useLanguage } from "../i18n/index.ts";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { useToast } from "../ui/toasts.tsx";

const NO_WORDS = {
  name: "",
  version: "1.0.0",
  description: "",
  icon: "",
  category: null,
  readme: "",
  repository_url: "",
};

/** A plugin that is not submitted yet. */
export function NewPluginPage(): JSX.Element {
  const { t } = useLanguage();
  const { route } = useLocation();
  const toast = useToast();

  async function submit(code: string, text: (name: string) => string): Promise<void> {
    const json = { slug: text("slug"), code, ...readPluginFields(text) };
    const { id } = await read(api.plugins.submit.$post({ json }));
    draftOf("new").discard();
    toast({ text: t("dev.submitted") });
    route(`/developer/${id}`);
  }

  return (
    <>
      <a href="/developer">{t("dev.back")}</a>
      <h1>{t("dev.new")}</h1>
      <Workbench of="new" stored={NEW_CODE}>
        {(code) => (
          <Form submit={t("dev.submit")} onSubmit={(text) => submit(code, text)}>
            <h2>{t("dev.details")}</h2>
            <TextField
              label={t("dev.slug")}
              name="slug"
              required
              minlength={2}
              maxlength={64}
              hint={t("dev.slugHint")}
            />
            <PluginFields words={NO_WORDS} />
          </Form>
        )}
      </Workbench>
    </>
  );
}
