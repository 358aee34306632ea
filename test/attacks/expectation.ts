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
  /** `handled`, `result`, or the code of the error; `load …` when already loading ends with it. */
  readonly outcomes: readonly string[];
  /** What the handler must return for `result`. */
  readonly result: unknown;
  readonly limits: Record<string, number>;
  /** What the host has approved before it loads the file, if it has. */
  readonly approval: Pick<PluginInfo, "slug" | "approved">;
  /** Sends that reach the bot in each run. */
  readonly sent: number;
  /** How often the handler is called. */
  readonly runs: number;
}

const FOLDER = new URL(".", import.meta.url);

/** All attacks, by folder. */
export function readAttacks(): Attack[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: kind }) =>
      readdirSync(new URL(`${kind}/`, FOLDER)).map((file) =>
        parseAttack(kind, file, readFileSync(new URL(`${kind}/${file}`, FOLDER), "utf8")),
      ),
    );
}

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
    const [, key, value] =
      /^\/\/ (expect|limits|sent|runs|result|repeat|approval): (.+)$/u.exec(line) ?? [];
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
    result: JSON.parse(fields.get("result") ?? "null"),
    limits: JSON.parse(fields.get("limits") ?? "{}"),
    approval: JSON.parse(fields.get("approval") ?? "{}"),
    sent: Number(fields.get("sent") ?? 0),
    runs: Number(fields.get("runs") ?? 1),
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

/** Files that would be too long to keep: `// repeat: "text" times` stands for `$REPEAT$`. */
function repeat(source: string, field: string | undefined): string {
  if (field === undefined) return source;
  const [, text = "", times = ""] = /^(".*") (\d+)$/u.exec(field) ?? [];
  return source.replaceAll("$REPEAT$", () => String(JSON.parse(text)).repeat(Number(times)));
}
