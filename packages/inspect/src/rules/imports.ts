import type { RuleContext } from "./context.ts";
import { createGuards } from "./guards.ts";

const ONE_FILE = "a plugin is one file. botwright build makes one of a plugin and its packages";
const NOTHING = `nothing can be imported: ${ONE_FILE}`;

/** A plugin is one file: nothing can be imported. */
export function checkImports({ script, report }: RuleContext): void {
  const isGuarded = createGuards(script);
  for (const node of script.nodes) {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ImportExpression":
        report("import", node, NOTHING);
        break;
      case "ExportNamedDeclaration":
        if (node.source) report("import", node, NOTHING);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") {
          report("import-meta", node, "import.meta tells nothing: a plugin has no address");
        }
        break;
      case "CallExpression": {
        const { callee } = node;
        if (callee.type !== "Identifier" || callee.name !== "require") break;
        if (script.useOf.get(callee)?.binding !== undefined) break;
        const severity = isGuarded("require", node) ? "warning" : undefined;
        report("import", node, `require() does not exist: ${ONE_FILE}`, severity);
        break;
      }
    }
  }
}
