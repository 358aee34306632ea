import type { JSX } from "preact";

/** Links between the parts of a page; the URL names the part: `?tab=<key>`. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly text: string }[];
  readonly current: string;
}): JSX.Element {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ key, text }) => (
        <a key={key} href={`?tab=${key}`} aria-current={key === current ? "page" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
