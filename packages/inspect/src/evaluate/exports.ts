import type { AnyNode } from "acorn";
import type { Evaluator } from "./evaluator.ts";
import type { Script } from "../syntax/read.ts";
import type { Binding } from "../syntax/scopes.ts";
import { writeTargetsOf } from "../syntax/write-targets.ts";

/** A plugin's export of one name. */
export interface Export {
  /** The node that exports it. */
  readonly place: AnyNode;
  /** The exported expression or function; `undefined` if it is only known when the file runs. */
  readonly node: AnyNode | undefined;
}

/** The exports of a plugin. */
export interface Exports {
  /** The export that the sandbox uses. */
  find(name: "handler" | "meta"): Export | undefined;
  /** All exports with this name, in the sandbox's order of precedence. */
  all(name: "handler" | "meta"): Export[];
  /** The objects that are exported as a whole: by the default export, and by `module.exports`. */
  readonly wholes: readonly AnyNode[];
}

/** Finds a plugin's exports by name, in the sandbox's order of precedence. */
export function createExports(script: Script, evaluator: Evaluator): Exports {
  const find = { script, evaluator };
  const named = namedExports(find);
  const whole = [...defaultExports(script), ...commonJsExports(find)];
  const all = (name: "handler" | "meta"): Export[] => {
    const found: Export[] = [];
    const own = named.get(name);
    if (own) found.push(own);
    for (const { place, node, key } of whole) {
      if (key !== undefined) {
        if (key === name) found.push({ place, node: resolve(find, node) });
        continue;
      }
      const inside = propertyOf(find, place, node, name);
      if (inside) found.push(inside);
    }
    return found;
  };
  const wholes = whole.flatMap(({ node, key }) => (key === undefined ? [node] : []));
  return { find: (name) => all(name)[0], all, wholes };
}

interface Finder {
  readonly script: Script;
  readonly evaluator: Evaluator;
}

/** `module.exports = node`, or `module.exports.key = node`. */
interface Whole {
  readonly place: AnyNode;
  readonly node: AnyNode;
  readonly key?: string;
}

function namedExports(find: Finder): Map<string, Export> {
  const found = new Map<string, Export>();
  const bindings = bindingsByDeclarator(find.script);
  for (const statement of find.script.program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration, specifiers } = statement;
    for (const { exported, local } of statement.source ? [] : specifiers) {
      const name = exported.type === "Identifier" ? exported.name : String(exported.value);
      found.set(name, { place: local, node: resolve(find, local) });
    }
    if (declaration?.type === "VariableDeclaration") {
      for (const declarator of declaration.declarations) {
        for (const binding of bindings.get(declarator) ?? []) {
          const source = find.evaluator.sourceOf(binding);
          const node = source && resolve(find, source);
          found.set(binding.name, { place: declarator, node });
        }
      }
    } else if (declaration?.id) {
      found.set(declaration.id.name, { place: declaration, node: declaration });
    }
  }
  return found;
}

function bindingsByDeclarator({ bindings }: Script): Map<AnyNode, Binding[]> {
  const found = new Map<AnyNode, Binding[]>();
  for (const binding of bindings) {
    for (const { node } of binding.definitions) {
      const others = found.get(node);
      if (others === undefined) found.set(node, [binding]);
      else others.push(binding);
    }
  }
  return found;
}

/** `export default node`, `export { node as default }`. */
function defaultExports({ program }: Script): Whole[] {
  return program.body.flatMap((statement): Whole[] => {
    if (statement.type === "ExportDefaultDeclaration") {
      return [{ place: statement, node: statement.declaration }];
    }
    if (statement.type !== "ExportNamedDeclaration" || statement.source) return [];
    return statement.specifiers
      .filter(({ exported }) => exported.type === "Identifier" && exported.name === "default")
      .map(({ local }) => ({ place: local, node: local }));
  });
}

/** In reverse order, because the last assignment counts. */
function commonJsExports({ script, evaluator }: Finder): Whole[] {
  const found: Whole[] = [];
  for (const { target, by } of writeTargetsOf(script)) {
    if (by.type !== "AssignmentExpression" || target.type !== "MemberExpression") continue;
    const value = evaluator.evaluate(target);
    const path = value?.kind === "builtin" ? value.path : "";
    const node = by.right;
    if (path === "module.exports") found.push({ place: by, node });
    const [, key] = /^(?:module\.)?exports\.(\w+)$/u.exec(path) ?? [];
    if (key !== undefined && path !== "module.exports") found.push({ place: by, node, key });
  }
  return found.toReversed();
}

function propertyOf(find: Finder, place: AnyNode, node: AnyNode, name: string): Export | undefined {
  const object = resolve(find, node);
  if (object?.type === "ObjectExpression") {
    const own = find.evaluator.property(object, name);
    if (own) return { place: own, node: resolve(find, own) };
    const isOpen = object.properties.some(
      (item) => item.type === "SpreadElement" || item.computed || item.kind !== "init",
    );
    return isOpen ? { place, node: undefined } : undefined;
  }
  return object && isPlain(object) ? undefined : { place, node: undefined };
}

/** Whether a value certainly has no property `handler` or `meta`. */
function isPlain({ type }: AnyNode): boolean {
  return (
    type.includes("Function") || ["Literal", "TemplateLiteral", "ArrayExpression"].includes(type)
  );
}

const MAX_STEPS = 10;

/** Follows names to their values; `undefined` if the value is only known at run time. */
function resolve({ script, evaluator }: Finder, node: AnyNode): AnyNode | undefined {
  let found: AnyNode | undefined = node;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (found?.type === "Identifier") {
      const binding = script.useOf.get(found)?.binding;
      const [definition] = binding?.definitions ?? [];
      if (binding === undefined || definition === undefined) return undefined;
      if (definition.kind === "FunctionName" || definition.kind === "ClassName") {
        return definition.node;
      }
      found = evaluator.sourceOf(binding);
    } else if (found?.type === "AssignmentExpression" && found.operator === "=") {
      found = found.right;
    } else if (found?.type === "CallExpression") {
      const callee = evaluator.evaluate(found.callee);
      if (callee?.kind !== "builtin" || callee.path !== "Object.freeze") return undefined;
      found = found.arguments[0];
    } else {
      return found;
    }
  }
  return undefined;
}
