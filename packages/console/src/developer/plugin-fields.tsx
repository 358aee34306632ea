import { isHigherVersion } from "@botwright/core";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLanguage } from "../i18n/index.ts";
import { CATEGORIES, categoryOf, type Category } from "../library/categories.ts";
import type { FormFields } from "./drafts/draft-fields.ts";
import { Field, TextArea, TextField } from "../ui/forms/field.tsx";

/** The values that are sent; for an empty field, the value in the file applies. */
export interface GivenWords {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly icon: string;
  readonly category: Category | "";
  readonly readme: string;
  readonly repository_url: string;
}

/** Reads the fields of {@link PluginFields}. */
export function readPluginFields(text: (name: string) => string): GivenWords {
  return {
    name: text("name"),
    version: text("version"),
    category: categoryOf(text("category")) ?? "",
    description: text("description"),
    icon: text("icon"),
    readme: text("readme"),
    repository_url: text("repository_url"),
  };
}

/** The descriptive texts of a plugin, as fields of a form. */
export function PluginFields({
  words,
  replaces,
}: {
  /** The initial values of the fields. */
  readonly words: FormFields;
  /** The published version that other code is about to replace. */
  readonly replaces?: string | undefined;
}): JSX.Element {
  const { t } = useLanguage();
  const [version, setVersion] = useState(words.version);
  const begun = useRef(words.version);
  useLayoutEffect(() => {
    // Shows the version of code that was submitted elsewhere, unless the visitor has changed the field.
    if (version === begun.current) setVersion(words.version);
    begun.current = words.version;
  }, [words.version]);
  // An empty field leaves the version to the file.
  const isRaised = replaces === undefined || version === "" || isHigherVersion(version, replaces);
  return (
    <>
      <TextField label={t("dev.name")} name="name" value={words.name} required maxlength={200} />
      <TextField
        label={t("dev.version")}
        name="version"
        value={version}
        onValue={setVersion}
        maxlength={64}
        hint={t("dev.versionHint")}
      />
      {!isRaised && (
        <p class="notice warn" role="status">
          {t("dev.versionNotRaised", { version: replaces })}
        </p>
      )}
      <TextField
        label={t("dev.description")}
        name="description"
        value={words.description}
        maxlength={1000}
      />
      <TextField label={t("dev.icon")} name="icon" value={words.icon} maxlength={32} />
      <Field label={t("dev.category")}>
        {(ids) => (
          <select {...ids} name="category">
            <option value="">{t("dev.category.none")}</option>
            {CATEGORIES.map((category) => (
              <option key={category} value={category} selected={category === words.category}>
                {t(`library.category.${category}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextArea
        label={t("dev.readme")}
        name="readme"
        rows={6}
        maxLength={100_000}
        value={words.readme}
      />
      <TextField
        label={t("dev.repository")}
        name="repository_url"
        type="url"
        value={words.repository_url}
        maxlength={500}
      />
    </>
  );
}
