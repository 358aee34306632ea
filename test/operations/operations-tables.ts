import { METRICS } from "../../packages/host/src/metrics/definitions.ts";
import { VARIABLES } from "../../packages/host/src/server/variables.ts";
import { markdownTable } from "../written-table.ts";
import { capacityTable } from "./capacity-table.ts";

/**
 * The tables of `docs/operations.md`: the configuration from the code, how much a node carries from the page of the
 * benchmarks, and the metrics from the code.
 */
export function operationsTables(benchmarks: string): string[] {
  return [
    markdownTable([
      ["variable", "default", "meaning"],
      ...VARIABLES.map(({ name, initial, meaning }) => [
        `\`${name}\``,
        initial,
        meaning.replaceAll("|", "\\|"),
      ]),
    ]),
    capacityTable(benchmarks),
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
