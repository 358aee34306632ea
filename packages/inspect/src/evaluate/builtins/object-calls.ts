import { prototypeOf, type Value } from "../value.ts";

/** A call of a built-in function. */
export interface BuiltinCall {
  readonly path: string;
  readonly args: readonly (Value | undefined)[];
}

/** `object[key]`. */
export type MemberOf = (object: Value, key: string) => Value | undefined;

/** An object whose properties are computed once each, because the same object may be used several times. */
function made(workOut: (key: string) => Value | undefined): Value {
  const known = new Map<string, Value | undefined>();
  return {
    kind: "made",
    member(key) {
      if (!known.has(key)) {
        known.set(key, undefined);
        known.set(key, workOut(key));
      }
      return known.get(key);
    },
  };
}

/** A property descriptor. */
const descriptorOf = (value: Value | undefined): Value | undefined =>
  value && made((key) => (key === "value" ? value : undefined));

/** The function that is called in the end: `Reflect.get` for `Reflect.get.call(…)` and `Reflect.apply(…)`. */
export function builtinCall(path: string, args: BuiltinCall["args"]): BuiltinCall {
  const [first, second, third] = args;
  if (path === "Reflect.apply" && first?.kind === "builtin" && third?.kind === "list") {
    return { path: first.path, args: third.items };
  }
  if (path.endsWith(".call")) return { path: path.slice(0, -".call".length), args: args.slice(1) };
  if (path.endsWith(".apply") && second?.kind === "list") {
    return { path: path.slice(0, -".apply".length), args: second.items };
  }
  return { path, args };
}

/** Evaluates the calls that return a property, the prototype or a copy of an object. */
export function callOnObject(
  { path, args: [first, second] }: BuiltinCall,
  memberOf: MemberOf,
): Value | undefined {
  if (first === undefined) return undefined;
  const name = second?.kind === "constant" ? String(second.value) : undefined;
  switch (path) {
    case "Object.getPrototypeOf":
    case "Reflect.getPrototypeOf":
      return prototypeOf(first);
    case "Reflect.get":
      return name === undefined ? undefined : memberOf(first, name);
    case "Object.getOwnPropertyDescriptor":
    case "Reflect.getOwnPropertyDescriptor":
      return name === undefined ? undefined : descriptorOf(memberOf(first, name));
    case "Object.getOwnPropertyDescriptors":
      return made((key) => descriptorOf(memberOf(first, key)));
    case "Object.create":
    case "Object.defineProperties":
      return second && made((key) => described(second, key, memberOf) ?? memberOf(first, key));
    default:
      return undefined;
  }
}

/** The value of a property in an object of property descriptors. */
function described(descriptors: Value, key: string, memberOf: MemberOf): Value | undefined {
  const descriptor = memberOf(descriptors, key);
  const isDescriptor = descriptor?.kind === "made" || descriptor?.kind === "record";
  return isDescriptor ? memberOf(descriptor, "value") : undefined;
}
