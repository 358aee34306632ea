import { Parser } from "acorn";

/** Number of names from which a set is faster than a search in the list. */
const FEW = 16;

/** A list of names that finds one among thousands at once. */
class NameList extends Array<string> {
  #known: Set<string> | undefined;

  override push(...names: string[]): number {
    const length = super.push(...names);
    if (this.#known === undefined && length > FEW) this.#known = new Set(this);
    else for (const name of names) this.#known?.add(name);
    return length;
  }

  override indexOf(name: string): number {
    return this.#known?.has(name) === false ? -1 : super.indexOf(name);
  }
}

/** Where acorn keeps the names of a scope. */
const LISTS = ["var", "lexical", "functions"] as const;

/**
 * Acorn with faster scope lists: acorn compares each declared name with all others of its scope, which is
 * quadratic. The scopes are no public interface of acorn; if they change, this parser is only as slow as
 * acorn.
 */
export const ScopedParser: typeof Parser = Parser.extend(
  (Base) =>
    class extends Base {
      enterScope(flags: number): void {
        const enter: unknown = Reflect.get(Base.prototype, "enterScope");
        if (typeof enter === "function") Reflect.apply(enter, this, [flags]);
        const scopes: unknown = Reflect.get(this, "scopeStack");
        const scope: unknown = Array.isArray(scopes) ? scopes.at(-1) : undefined;
        if (typeof scope !== "object" || scope === null) return;
        for (const list of LISTS) {
          if (Array.isArray(Reflect.get(scope, list))) Reflect.set(scope, list, new NameList());
        }
      }
    },
);
