/**
 * The pattern of an output shown on a page. What varies between runs may vary: milliseconds, the port, and
 * `…`, which stands for the rest of a word or line, or on a line of its own for any lines.
 */
export function toOutputPattern(shown: string): RegExp {
  const lines = shown.trimEnd().split("\n");
  return new RegExp(`^${lines.map(toLinePattern).join("\n")}$`, "m");
}

function toLinePattern(line: string): string {
  if (line.trim() === "…") return ".*(?:\\n.*)*?";
  return line
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll("…", ".*")
    .replaceAll(/\d+(?:\\\.\d+)?(?= ?ms\b)/g, "[\\d.]+")
    .replaceAll(/(?<=127\\\.0\\\.0\\\.1:)\d+/g, "\\d+");
}

/** A line that a person types, as a page shows it, and the output that follows. */
export interface ShownTurn {
  readonly typed: string;
  readonly shown: string;
}

/** Reads a talk with `botwright dev`: `telegram ann › hello` is typed, other lines are printed. */
export function readTurns(talk: string): readonly ShownTurn[] {
  return talk.split(/^(?=\w+ \w+ › )/m).map((text) => {
    const [, platform, typed = "", printed = ""] = /^(\w+) \w+ › (.*)\n([^]*)$/.exec(text) ?? [];
    // Without a terminal, the sender's name is printed too.
    const said = typed.startsWith("/") ? "" : `… on ${platform} › ${typed}\n`;
    return { typed, shown: said + printed };
  });
}

/** Applies the lines of a `diff` block to a text that contains the changed lines exactly once. */
export function applyDiff(text: string, diff: string): string {
  const lines = diff.trimEnd().split("\n");
  const side = (mark: "-" | "+"): string =>
    lines
      .filter((line) => line.startsWith(mark) || line.startsWith(" "))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const parts = text.split(side("-"));
  if (parts.length !== 2) throw new Error(`This stands ${parts.length - 1} times:\n${side("-")}`);
  return parts.join(side("+"));
}
