import type { RuleContext } from "../context.ts";
import { createGuards } from "./guards.ts";
import { sentence } from "../../words/sentence.ts";

const NOTHING = sentence("import");

/** Reports imports: a plugin is one file, and nothing can be imported. */
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
          report("import-meta", node, sentence("import-meta"));
        }
        break;
      case "CallExpression": {
        const { callee } = node;
        if (callee.type !== "Identifier" || callee.name !== "require") break;
        if (script.useOf.get(callee)?.binding !== undefined) break;
        const severity = isGuarded("require", node) ? "warning" : undefined;
        report("import", node, sentence("import/require"), severity);
        break;
      }
    }
  }
}
