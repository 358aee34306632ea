import { Parser } from "acorn";

/** Number of names from which a set is faster than a search in the list. */
const FEW = 16;

/** A list of names that finds one among thousands at once, and has each name once. */
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

/** Where acorn keeps the names of a scope. */
const LISTS = ["var", "lexical", "functions"] as const;

/**
 * Creates an acorn with faster scope lists: acorn compares each declared name with all others of its scope, which
 * is quadratic, and keeps a `var` in every block around it as often as it is declared. The scopes are no public
 * interface of acorn; if they change, this parser is only as slow as acorn.
 *
 * @param onDeclared Called for each declared name and scope that acorn keeps it in; what it throws ends the parsing
 */
export function createScopedParser(onDeclared: () => void): typeof Parser {
  return Parser.extend(
    (Base) =>
      class extends Base {
        enterScope(flags: number): void {
          const enter: unknown = Reflect.get(Base.prototype, "enterScope");
          if (typeof enter === "function") Reflect.apply(enter, this, [flags]);
          const scopes: unknown = Reflect.get(this, "scopeStack");
          const scope: unknown = Array.isArray(scopes) ? scopes.at(-1) : undefined;
          if (typeof scope !== "object" || scope === null) return;
          for (const list of LISTS) {
            if (Array.isArray(Reflect.get(scope, list))) {
              Reflect.set(scope, list, new NameList(onDeclared));
            }
          }
        }
      },
  );
}
