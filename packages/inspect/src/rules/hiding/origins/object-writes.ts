import type { AnyNode } from "acorn";
import type { Script } from "../../../syntax/read.ts";
import type { Binding } from "../../../syntax/scopes.ts";
import { unchained } from "../../../syntax/walk.ts";
import { CHANGERS } from "../../../syntax/write-targets.ts";
import { builtinPath, type NodeOf, type RuleContext } from "../../context.ts";

/** The name of a property that is read or written; `undefined` if it is not known. */
export type Key = string | undefined;

/** A value that is put into an object after its creation. */
interface ObjectWrite {
  /** The properties from the object to the place of the value; empty: merged into the object. */
  readonly path: readonly Key[];
  readonly value: AnyNode;
}

/** The values that a file puts into its objects. */
export interface ObjectWrites {
  /** By the object's name, or by the class or object literal that `this` denotes. */
  of(owner: Binding | AnyNode): readonly ObjectWrite[];
  /** Whether the properties of a named object may change after its creation. */
  isChanged(binding: Binding): boolean;
  /** The class or object literal to whose method a `this` belongs; `undefined`: any object. */
  ownerOfThis(node: AnyNode): AnyNode | undefined;
}

/** Methods that put their arguments into a list. */
const ADDERS = /^(?:fill|push|splice|unshift)$/u;
/** Methods that change the positions in a list. */
const MOVERS = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;
/** The most properties of one expression that are followed. */
const MAX_PATH = 6;

/** Collects the values that are put into the objects of a file. */
export function findObjectWrites(context: RuleContext): ObjectWrites {
  const { script, evaluator } = context;
  const found = new Map<Binding | AnyNode, ObjectWrite[]>();
  const changed = new Map<Binding, boolean>();
  const owners = ownersOfThis(context);

  function add(target: AnyNode, value: AnyNode, last: readonly Key[]): void {
    const path: Key[] = [...last];
    let at = unchained(target);
    while (at.type === "MemberExpression" && path.length <= MAX_PATH) {
      path.unshift(at.computed && at.property.type !== "Literal" ? undefined : evaluator.keyOf(at));
      at = unchained(at.object);
    }
    const owner = at.type === "ThisExpression" ? owners.get(at) : script.useOf.get(at)?.binding;
    if (owner === undefined) return;
    // A new prototype gives the object all of its properties.
    if (path.at(-1) === "__proto__") path.pop();
    const known = found.get(owner);
    if (known === undefined) found.set(owner, [{ path, value }]);
    else known.push({ path, value });
  }

  for (const node of script.nodes) {
    if (node.type === "AssignmentExpression") {
      if (node.left.type === "MemberExpression") add(node.left, node.right, []);
    } else if (node.type === "CallExpression") {
      const callee = unchained(node.callee);
      if (callee.type !== "MemberExpression") continue;
      const [first, ...others] = node.arguments;
      if (first === undefined) continue;
      if (ADDERS.test(evaluator.keyOf(callee) ?? "")) {
        for (const value of node.arguments) {
          // A spread gives its items.
          if (value.type === "SpreadElement") add(callee.object, value.argument, []);
          else add(callee.object, value, [undefined]);
        }
      } else if (CHANGERS.has(builtinPath(context, callee) ?? "")) {
        for (const value of others) add(first, value, []);
      }
    }
  }

  /** Whether a use does more than read a property. */
  function changes(node: AnyNode): boolean {
    let at = node;
    let parent = script.parents.get(at);
    while (
      parent?.type === "ChainExpression" ||
      (parent?.type === "MemberExpression" && parent.object === at)
    ) {
      at = parent;
      parent = script.parents.get(at);
    }
    const isMember = at !== node;
    switch (parent?.type) {
      case "AssignmentExpression":
        return parent.left === at ? isMember : !isMember;
      case "UpdateExpression":
        return isMember;
      case "UnaryExpression":
        return isMember && parent.operator === "delete";
      case "CallExpression":
      case "NewExpression":
        return parent.callee === at ? isMember && isMover(at) : !isMember && isHandedOn(parent);
      case "VariableDeclarator":
      case "Property":
      case "ArrayExpression":
      case "ReturnStatement":
      case "SpreadElement":
        // A pattern only reads; another name of the same object may be used to change it.
        return (
          !isMember && !(parent.type === "VariableDeclarator" && parent.id.type !== "Identifier")
        );
      default:
        return false;
    }
  }

  const isMover = (callee: AnyNode): boolean =>
    callee.type === "MemberExpression" && MOVERS.test(evaluator.keyOf(callee) ?? "");

  /** Whether a call may change its argument: built-in functions do not, except `CHANGERS`. */
  function isHandedOn(call: NodeOf<"CallExpression"> | NodeOf<"NewExpression">): boolean {
    const path = builtinPath(context, unchained(call.callee));
    return path === undefined || CHANGERS.has(path);
  }

  function isChanged(binding: Binding): boolean {
    let is = changed.get(binding);
    if (is === undefined) {
      const [definition] = binding.definitions;
      const source = evaluator.sourceOf(binding);
      const kind = source && evaluator.evaluate(source)?.kind;
      // Strings and numbers cannot be changed.
      const isObject = kind === "record" || kind === "list" || definition === undefined;
      is = isObject && binding.uses.some((use) => use.isRead && changes(use.node));
      changed.set(binding, is);
    }
    return is;
  }

  return {
    of: (owner) => found.get(owner) ?? [],
    isChanged,
    ownerOfThis: (node) => owners.get(node),
  };
}

/** The object that `this` denotes in each node of a method; other functions can be called on any object. */
function ownersOfThis({ script }: RuleContext): Map<AnyNode, AnyNode> {
  const owners = new Map<AnyNode, AnyNode>();
  if (!script.nodes.some(({ type }) => type === "ThisExpression" || type === "Super"))
    return owners;
  for (const node of script.nodes) {
    const parent = script.parents.get(node);
    if (parent === undefined || parent.type === "FunctionDeclaration") continue;
    const body = script.parents.get(parent);
    const isField = parent.type === "PropertyDefinition" && parent.value === node;
    const isMethod = parent.type === "FunctionExpression";
    const owner =
      isField || node.type === "StaticBlock"
        ? ownerOfMember(script, node.type === "StaticBlock" ? node : parent)
        : isMethod
          ? body && ownerOfMember(script, body)
          : owners.get(parent);
    if (owner !== undefined) owners.set(node, owner);
  }
  return owners;
}

/** The class or object literal that contains a member. */
function ownerOfMember({ parents }: Script, member: AnyNode): AnyNode | undefined {
  const body = parents.get(member);
  if (body?.type === "ClassBody") return parents.get(body);
  return member.type === "Property" && body?.type === "ObjectExpression" ? body : undefined;
}
