import type { ComponentChildren, JSX } from "preact";

/**
 * The visible rows of a list, between two spacers with the heights of the rows before and after: children of the
 * list to which `useWindow` gives its `ref`.
 */
export function WindowRows({
  before,
  after,
  children,
}: {
  /** Pixels of the rows that are left out. */
  readonly before: number;
  readonly after: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      {before > 0 && <Spacer key="before" pixels={before} />}
      {children}
      {after > 0 && <Spacer key="after" pixels={after} />}
    </>
  );
}

function Spacer({ pixels }: { readonly pixels: number }): JSX.Element {
  return <li class="spacer-row" aria-hidden="true" style={{ height: `${pixels}px` }} />;
}
