import type { JSX } from "preact";

/** A bar that shows a share of a whole, or a part of a time span; its text stands next to it. */
export function ShareBar({
  from = 0,
  part,
  of,
  kind = "",
}: {
  readonly from?: number;
  readonly part: number;
  readonly of: number;
  /** A class that sets its colour. */
  readonly kind?: string;
}): JSX.Element {
  const scale = of > 0 ? 1000 / of : 0;
  const x = Math.min(from * scale, 996);
  const width = Math.min(Math.max(part * scale, 4), 1000 - x);
  return (
    <svg
      class={`share ${kind}`}
      viewBox="0 0 1000 12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="whole" width="1000" height="12" />
      <rect x={x} y="1" width={width} height="10" />
    </svg>
  );
}
