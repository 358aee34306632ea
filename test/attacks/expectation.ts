import { readdirSync, readFileSync } from "node:fs";
import type { PluginInfo } from "@botwright/sandbox";

/** A plugin that means harm, and what must come of it. */
export interface Attack {
  /** Folder and file. */
  readonly name: string;
  readonly kind: string;
  /** What the plugin file says it tries. */
  readonly about: string;
  readonly source: string;
  /** `handled`, `passed`, or the code of the error; `load …` when already loading ends with it. */
  readonly outcomes: readonly string[];
  readonly limits: Record<string, number>;
  /** What the host has approved before it loads the file, if it has. */
  readonly approval: Pick<PluginInfo, "slug" | "approved">;
  /** Sends that reach the bot in each run. */
  readonly sent: number;
  /** How often the handler is called. */
  readonly runs: number;
  /** Calls of the handler at once in each run; `sent` is what all of them send. */
  readonly parallel: number;
  /** How often the file is loaded and then run, all at once … */
  readonly loads: number;
  /** … and how often that is repeated, one round after another. */
  readonly reloads: number;
  /** Names of other attacks that run at the same time in the same sandbox. */
  readonly beside: readonly string[];
  /** Runs with the limits that a sandbox has by default, not with small ones. */
  readonly hasDefaultLimits: boolean;
  /** Types of events that the sandbox must emit for this plugin. */
  readonly events: readonly string[];
  /** Size of the message's medium. */
  readonly mediaBytes: number | undefined;
}

const FOLDER = new URL(".", import.meta.url);

/** All attacks by folder; `root` is this module's folder when it is bundled elsewhere. */
export function readAttacks(root: URL = FOLDER): Attack[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: kind }) =>
      readdirSync(new URL(`${kind}/`, root)).map((file) =>
        parseAttack(kind, file, readFileSync(new URL(`${kind}/${file}`, root), "utf8")),
      ),
    );
}

const FIELD =
  /^\/\/ (expect|limits|sent|runs|repeat|approval|parallel|loads|reloads|beside|default-limits|expect-event|media): (.+)$/u;

/** Reads the comment at the top of a file: what it tries, then one `// name: value` a line. */
function parseAttack(kind: string, file: string, text: string): Attack {
  const name = `${kind}/${file.replace(/\.js$/u, "")}`;
  const lines = text.split("\n");
  const header = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("// ")),
  );
  const fields = new Map<string, string>();
  const about: string[] = [];
  for (const line of header) {
    const [, key, value] = FIELD.exec(line) ?? [];
    if (key === undefined || value === undefined) about.push(line.slice(3));
    else fields.set(key, value);
  }
  const expected = fields.get("expect");
  if (expected === undefined || about.length === 0) throw new Error(`${name} has no expectation`);
  return {
    name,
    kind,
    about: about.join(" "),
    source: repeat(text, fields.get("repeat")),
    outcomes: readOutcomes(expected),
    limits: JSON.parse(fields.get("limits") ?? "{}"),
    approval: JSON.parse(fields.get("approval") ?? "{}"),
    sent: Number(fields.get("sent") ?? 0),
    runs: Number(fields.get("runs") ?? 1),
    parallel: Number(fields.get("parallel") ?? 1),
    loads: Number(fields.get("loads") ?? 1),
    reloads: Number(fields.get("reloads") ?? 1),
    beside: fields.get("beside")?.split(", ") ?? [],
    hasDefaultLimits: fields.get("default-limits") === "true",
    events: fields.get("expect-event")?.split(", ") ?? [],
    mediaBytes: fields.has("media") ? Number(fields.get("media")) : undefined,
  };
}

/** `handled | load A | B`: loading may end with A or B, or the handler well. */
function readOutcomes(expected: string): string[] {
  let prefix = "";
  return expected.split(" | ").map((part) => {
    if (part.startsWith("load ")) prefix = "load ";
    return prefix + part.replace("load ", "");
  });
}

/** Long files: `// repeat: "text" times` is inserted for `$REPEAT$`. */
function repeat(source: string, field: string | undefined): string {
  if (field === undefined) return source;
  const [, text = "", times = ""] = /^(".*") (\d+)$/u.exec(field) ?? [];
  return source.replaceAll("$REPEAT$", () => String(JSON.parse(text)).repeat(Number(times)));
}
