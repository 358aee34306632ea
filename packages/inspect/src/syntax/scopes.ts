import type { AnyNode, Identifier, Program } from "acorn";
import { analyze } from "eslint-scope";
import { isNode } from "./walk.ts";

/** The declaration of a name. */
export interface Definition {
  readonly kind: string;
  readonly identifier: Identifier;
  /** The declarator, function, class, … */
  readonly node: AnyNode;
}

/** A declared name with all its uses. */
export interface Binding {
  readonly name: string;
  /** Whether it is declared at the top level of the file. */
  readonly isModuleLevel: boolean;
  readonly definitions: readonly Definition[];
  readonly uses: Use[];
  /** The uses that assign a value to the name. */
  readonly writes: Use[];
}

/** One mention of a variable. */
export interface Use {
  readonly node: Identifier;
  /** `undefined` when the name is free and refers to a global. */
  readonly binding: Binding | undefined;
  readonly isRead: boolean;
  readonly isWrite: boolean;
}

/** The resolved names of a file. */
export interface Scopes {
  readonly bindings: readonly Binding[];
  readonly free: readonly Use[];
  readonly useOf: ReadonlyMap<AnyNode, Use>;
}

type Analyzed = Parameters<typeof analyze>[0];

/** Whether acorn's node has ESTree's type; the nodes differ only in the name of the type. */
function isEsTree(node: Program | Analyzed): node is Analyzed {
  return node.type === "Program";
}

/** Resolves every name of a module. */
export function resolveNames(program: Program): Scopes {
  if (!isEsTree(program)) return { bindings: [], free: [], useOf: new Map() };
  // A scope with `eval` would be treated as unknown; the sandbox has no `eval`.
  const manager = analyze(program, {
    ecmaVersion: 2025,
    sourceType: "module",
    ignoreEval: true,
  });
  const known = new Map<object, Binding>();
  for (const scope of manager.scopes) {
    for (const variable of scope.variables) {
      const definitions = variable.defs.flatMap(({ type, name, node }): Definition[] => {
        const identifier: unknown = name;
        const owner: unknown = node;
        return isNode(identifier) && identifier.type === "Identifier" && isNode(owner)
          ? [{ kind: type, identifier, node: owner }]
          : [];
      });
      const isModuleLevel = scope.type === "module";
      known.set(variable, {
        name: variable.name,
        isModuleLevel,
        definitions,
        uses: [],
        writes: [],
      });
    }
  }
  const free: Use[] = [];
  const useOf = new Map<AnyNode, Use>();
  for (const reference of manager.scopes.flatMap(({ references }) => references)) {
    const node: unknown = reference.identifier;
    if (!isNode(node) || node.type !== "Identifier") continue;
    const binding = reference.resolved === null ? undefined : known.get(reference.resolved);
    const isWrite = reference.isWrite();
    const use = { node, binding, isRead: reference.isRead(), isWrite };
    (binding?.uses ?? free).push(use);
    if (isWrite) binding?.writes.push(use);
    useOf.set(node, use);
  }
  return { bindings: [...known.values()], free, useOf };
}
