import { METRICS } from "../../packages/host/src/metrics/definitions.ts";
import { VARIABLES } from "../../packages/host/src/server/variables.ts";
import { markdownTable } from "../written-table.ts";

/** What `docs/operations.md` has from the code: the configuration, and the figures of a node. */
export function operationsTables(): string[] {
  return [
    markdownTable([
      ["variable", "default", "meaning"],
      ...VARIABLES.map(({ name, initial, meaning }) => [
        `\`${name}\``,
        initial,
        meaning.replaceAll("|", "\\|"),
      ]),
    ]),
    markdownTable([
      ["figure", "labels", "what it counts"],
      ...Object.values(METRICS).map(({ name, labelNames, help }) => [
        `\`${name}\``,
        labelNames.map((label) => `\`${label}\``).join(", "),
        help,
      ]),
    ]),
  ];
}
