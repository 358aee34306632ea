import type { BindingField, LocalizedText, PlatformBinding } from "@botwright/core";
import { markdownTable } from "../written-table.ts";

const TITLES = ["", "field", "in English", "in Chinese", "", "form", "where a user finds it"];

/** What a bot of each platform is bound with, in Markdown: a row for each field. */
export function bindingTable(bindings: readonly PlatformBinding[]): string {
  return markdownTable([TITLES, ...bindings.flatMap(rowsOf)]);
}

function rowsOf({ label, fields }: PlatformBinding): string[][] {
  return fields.map((field, index) => [
    index === 0 ? nameOf(label) : "",
    `\`${field.name}\``,
    field.label.en,
    field.label.zh,
    natureOf(field).join(", "),
    field.pattern === undefined ? "" : `\`${field.pattern.replaceAll("|", "\\|")}\``,
    field.help.en,
  ]);
}

function natureOf({ secret, required, generate }: BindingField): string[] {
  return [
    ...(secret ? ["secret"] : []),
    ...(required ? [] : ["optional"]),
    ...(generate === undefined ? [] : ["chosen by the operator"]),
  ];
}

function nameOf({ en, zh }: LocalizedText): string {
  return en === zh ? `**${en}**` : `**${en}** ${zh}`;
}
