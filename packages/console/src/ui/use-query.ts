import { useLocation } from "preact-iso";

/** The query of the address, which keeps filters and opened parts over a reload. */
export function useQuery(): readonly [
  query: Readonly<Record<string, string>>,
  /** Changes some of it, without a new entry in the history; `undefined` and `""` remove. */
  change: (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { path, query, route } = useLocation();
  return [
    query,
    (changes) => {
      const kept = Object.entries({ ...query, ...changes }).flatMap(([name, value]) =>
        value === undefined || value === "" ? [] : [[name, value]],
      );
      const search = new URLSearchParams(kept).toString();
      route(search === "" ? path : `${path}?${search}`, true);
    },
  ];
}
