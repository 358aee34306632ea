import type { UsageSum } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** What {@link DayChart} shows. */
export interface DayChartProps {
  readonly title: string;
  /** Of the numbers below the chart. */
  readonly dayLabel: string;
  readonly creditsLabel: string;
  /** The first day, such as `2026-01-05`. */
  readonly from: string;
  readonly days: number;
  /** Days without one are 0. */
  readonly sums: readonly UsageSum[];
}

/** Credits by day. The chart's library is loaded when the first one is shown. */
export function DayChart(props: DayChartProps): JSX.Element {
  const { title, from, days, sums } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isShown = true;
    let remove = (): void => {};
    const draw = async (): Promise<void> => {
      const { drawDays } = await import("./draw-days.ts");
      remove();
      if (isShown) remove = drawDays(element, props);
    };
    void draw();
    // The chart has the colours of the theme in which it was drawn.
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = (): void => void draw();
    theme.addEventListener("change", redraw);
    return () => {
      isShown = false;
      theme.removeEventListener("change", redraw);
      remove();
    };
  }, [title, from, days, sums]);
  return <div ref={place} class="chart card" role="img" aria-label={title} />;
}
