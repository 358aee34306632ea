import type { Output } from "../terminal.ts";

/** Prints the lines around an error; the line of the error and the caret below it are highlighted. */
export function printFrame(frame: string, out: Output): void {
  const lines = frame.split("\n");
  const at = lines.findIndex((line) => line.startsWith(">"));
  for (const [index, line] of lines.entries()) {
    const isMarked = index === at || index === at + 1;
    out.line(`  ${isMarked ? line : out.style("dim", line)}`);
  }
}
