/** The fields of the form beside the editor, by their names. None of them is a secret: drafts are stored as plain text. */
const NAMES = [
  "slug",
  "name",
  "version",
  "description",
  "icon",
  "category",
  "readme",
  "repository_url",
] as const;

type Name = (typeof NAMES)[number];

/** The texts of the form. */
export type FormFields = Readonly<Record<Name, string>>;

/** The texts that the author has changed. */
export type ChangedFields = Partial<FormFields>;

/** Takes the texts out of a record that has more fields, such as a plugin. */
export function formFieldsOf({
  category,
  ...record
}: Omit<FormFields, "category"> & { readonly category: string | null }): FormFields {
  const { slug, name, version, description, icon, readme, repository_url } = record;
  const texts = { slug, name, version, description, icon, readme, repository_url };
  return { ...texts, category: category ?? "" };
}

/** Returns the changed fields after the author has entered a text. */
export function withEntered(
  changed: ChangedFields,
  stored: FormFields,
  input: { readonly name: string; readonly value: string },
): ChangedFields {
  const name = NAMES.find((one) => one === input.name);
  if (name === undefined) return changed;
  const { [name]: _before, ...others } = changed;
  return input.value === stored[name] ? others : { ...others, [name]: input.value };
}

/** Returns the fields that were changed again since `before`. */
export function changedSince(before: ChangedFields, now: ChangedFields): ChangedFields {
  return pick((name) => (now[name] === before[name] ? undefined : now[name]));
}

/** Reads stored fields; unreadable ones are as if there were none. */
export function parseFields(json: string | null): ChangedFields {
  try {
    const stored: unknown = JSON.parse(json ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    const texts = new Map(Object.entries(stored));
    return pick((name) => texts.get(name));
  } catch {
    return {};
  }
}

function pick(valueOf: (name: Name) => unknown): ChangedFields {
  const picked: { [One in Name]?: string } = {};
  for (const name of NAMES) {
    const value = valueOf(name);
    if (typeof value === "string") picked[name] = value;
  }
  return picked;
}
