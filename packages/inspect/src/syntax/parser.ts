import { Parser } from "acorn";
import { countAssignmentTargets } from "./assignment-targets.ts";
import { callInherited } from "./inherited.ts";
import { validateExpressionsOnly } from "./regular-expressions.ts";

/** The number of names from which a set is faster than searching the list. */
const FEW = 16;

/** A list of names without duplicates, whose search uses a set. */
class NameList extends Array<string> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #onDeclared: () => void;
  #known: Set<string> | undefined;

  constructor(onDeclared: () => void) {
    super();
    this.#onDeclared = onDeclared;
  }

  override push(...names: string[]): number {
    for (const name of names) {
      this.#onDeclared();
      if (this.#has(name)) continue;
      super.push(name);
      if (this.#known !== undefined) this.#known.add(name);
      else if (this.length > FEW) this.#known = new Set(this);
    }
    return this.length;
  }

  override indexOf(name: string): number {
    return this.#known?.has(name) === false ? -1 : super.indexOf(name);
  }

  #has(name: string): boolean {
    return this.#known?.has(name) ?? this.includes(name);
  }
}

/** The properties in which acorn stores the names of a scope. */
const LISTS = ["var", "lexical", "functions"] as const;

/**
 * Makes acorn's lists of a scope faster: acorn compares each declared name with all others of its scope, which
 * is quadratic, and stores a `var` in every block around it once per declaration. The scopes are not a public
 * interface of acorn; if they change, the parser is merely as slow as acorn.
 */
function withNameLists(onDeclared: () => void): (Base: typeof Parser) => typeof Parser {
  return (Base) =>
    class extends Base {
      enterScope(flags: number): void {
        callInherited(Base, this, "enterScope", [flags]);
        const scopes: unknown = Reflect.get(this, "scopeStack");
        const scope: unknown = Array.isArray(scopes) ? scopes.at(-1) : undefined;
        if (typeof scope !== "object" || scope === null) return;
        for (const list of LISTS) {
          if (Array.isArray(Reflect.get(scope, list))) {
            Reflect.set(scope, list, new NameList(onDeclared));
          }
        }
      }
    };
}

/** Events before work of the parser that takes more than linear time; an error from a listener ends the parsing. */
export interface ParserEvents {
  /** A name is declared in one of the scopes in which acorn stores it. */
  readonly onDeclared: () => void;
  /** Parts of a pattern are checked, again for each assignment around them. */
  readonly onTargets: (parts: number) => void;
  /** The alternatives around two groups of the same name are compared. */
  readonly onCompared: (comparisons: number) => void;
}

/** Creates an acorn parser whose work a caller can bound. */
export function createBoundedParser({
  onDeclared,
  onTargets,
  onCompared,
}: ParserEvents): typeof Parser {
  return Parser.extend(
    withNameLists(onDeclared),
    countAssignmentTargets(onTargets),
    validateExpressionsOnly(onCompared),
  );
}
