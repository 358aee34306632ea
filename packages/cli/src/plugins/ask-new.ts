import { intro, isCancel, text } from "@clack/prompts";
import { describePlugin, type NewPlugin, type NewPluginOptions, problemOf } from "./new-plugin.ts";
import { toSlug } from "./slug.ts";
import type { Terminal } from "../terminal.ts";

/** Asks for the values that the options lack; `undefined` when the person cancels. */
export async function askForPlugin(
  name: string | undefined,
  known: NewPluginOptions,
  { stdin, stdout, signal }: Terminal,
): Promise<NewPlugin | undefined> {
  const streams = { input: stdin, output: stdout.stream, signal };
  // Refuses an invalid name before the first question.
  if (name !== undefined) describePlugin(name, known);
  intro("A new plugin", streams);

  async function ask(
    given: string | undefined,
    message: string,
    initialValue: string,
    validate: (value: string | undefined) => string | undefined,
  ): Promise<string | symbol> {
    if (given !== undefined) return given;
    return text({ ...streams, message, initialValue, validate });
  }

  const folder = await ask(name, "What is it called?", "my-plugin", (value) =>
    toSlug(value ?? "") === undefined ? "Use letters a to z, digits and hyphens" : undefined,
  );
  if (isCancel(folder)) return undefined;
  const usual = describePlugin(String(folder), known);
  const title = await ask(known.title, "The name that people see", usual.title, refuse("title"));
  if (isCancel(title)) return undefined;
  const { description } = usual;
  const does = await ask(known.description, "What does it do?", description, refuse("description"));
  if (isCancel(does)) return undefined;
  const trigger = await ask(
    known.trigger,
    "The word that it answers to",
    usual.trigger,
    refuse("trigger"),
  );
  if (isCancel(trigger)) return undefined;
  return describePlugin(String(folder), {
    title: String(title),
    description: String(does),
    trigger: String(trigger),
  });
}

/** Makes the check of an answer. */
function refuse(option: keyof NewPluginOptions): (value: string | undefined) => string | undefined {
  return (value = "") => problemOf(option, value);
}
