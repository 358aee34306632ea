import { useLocation, useRoute } from "preact-iso";

/**
 * The query of the URL, which keeps filters and opened parts over a reload. A page that is shown until
 * the next one is loaded keeps its own query.
 */
export function useQuery(): readonly [
  query: Readonly<Record<string, string>>,
  /** Changes parts of the query, without a new history entry; `undefined` and `""` remove. */
  change: (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { route } = useLocation();
  const { path, query } = useRoute();
  return [
    query,
    (changes) => {
      const isLeft = (location.pathname.replace(/\/+$/u, "") || "/") !== path;
      if (isLeft) return;
      // Not `query`, because a change that is made later, by a timer, keeps those that were made meanwhile.
      const now = Object.fromEntries(new URLSearchParams(location.search));
      const kept = Object.entries({ ...now, ...changes }).flatMap(([name, value]) =>
        value === undefined || value === "" ? [] : [[name, value]],
      );
      const search = new URLSearchParams(kept).toString();
      route(search === "" ? path : `${path}?${search}`, true);
    },
  ];
}
