import { useLocation } from "preact-iso";

/** The state of a page in its address, so that a reload and a link keep it. */
export interface QueryState {
  /** `""` where there is none. */
  readonly get: (name: string) => string;
  /** Sets some; `""` removes. The step back in the browser goes to what was shown before a `push`. */
  readonly set: (values: Readonly<Record<string, string>>, how?: "push" | "replace") => void;
}

/** Reads and changes the query of the page's address. */
export function useQuery(): QueryState {
  const { query, path, route } = useLocation();
  return {
    get: (name) => query[name] ?? "",
    set(values, how = "replace") {
      const search = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(values)) {
        if (value === "") search.delete(name);
        else search.set(name, value);
      }
      const text = search.toString();
      route(text === "" ? path : `${path}?${text}`, how === "replace");
    },
  };
}
