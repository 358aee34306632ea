import type { ConfigSchemaItem, PluginMeta } from "@botwright/core";
import { type Sentence, sentence } from "../../words/sentence.ts";

/** A text of `meta` that people see. */
interface ShownText {
  /** In the form of validators: `$input.triggers[0]`. */
  readonly path: string;
  readonly text: string | undefined;
}

/** A text that does not show what it is. */
export interface MisleadingText {
  readonly path: string;
  readonly said: Sentence;
}

/**
 * Finds texts of `meta` that mislead a reviewer, or the person who installs the plugin, even if escapes make the
 * characters visible in the file.
 */
export function findMisleadingTexts(meta: PluginMeta): readonly MisleadingText[] {
  return textsOf(meta).flatMap(({ path, text }): MisleadingText[] => {
    const said = text === undefined ? undefined : misleads(text, path.replace("$input", "meta"));
    return said === undefined ? [] : [{ path, said }];
  });
}

function textsOf(meta: PluginMeta): ShownText[] {
  const { name, description, icon, version, triggers = [], config_schema = [] } = meta;
  return [
    { path: "$input.name", text: name },
    // The description is the only text that may have several lines.
    { path: "$input.description", text: description?.replaceAll("\n", " ") },
    { path: "$input.icon", text: icon },
    { path: "$input.version", text: version },
    ...triggers.map((text, index) => ({ path: `$input.triggers[${index}]`, text })),
    ...config_schema.flatMap((item, index) => textsOfItem(item, `$input.config_schema[${index}]`)),
  ];
}

function textsOfItem(item: ConfigSchemaItem, path: string): ShownText[] {
  const { key, label, placeholder, options = [] } = item;
  return [
    { path: `${path}.key`, text: key },
    { path: `${path}.label`, text: label },
    { path: `${path}.placeholder`, text: placeholder },
    ...options.map((option, index) => ({
      path: `${path}.options[${index}].label`,
      text: option.label,
    })),
  ];
}

/**
 * Legitimate invisible characters: joiners and selectors of emoji, the tags of a flag, and characters that some scripts
 * need between their letters.
 */
const NEEDED = new RegExp(
  [
    String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}`,
    String.raw`(?<=[\p{Emoji}\p{S}])[\ufe0e\ufe0f]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])[\u200c\u200d](?=\p{L})`,
    String.raw`(?<=[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d]`,
    String.raw`(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
  ].join("|"),
  "gu",
);

/** Control characters, line and direction controls, fillers, and characters of zero width. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/u;

function misleads(text: string, field: string): Sentence | undefined {
  const [hidden] = HIDDEN.exec(text.replaceAll(NEEDED, "")) ?? [];
  if (hidden !== undefined) {
    const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return sentence("misleading-meta", { field, code });
  }
  return /^\s+$/u.test(text) ? sentence("misleading-meta/blank", { field }) : undefined;
}
