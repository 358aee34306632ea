import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DayChartProps } from "./draw-days.ts";

/** A chart of numbers by day. Its library is loaded when the first chart is shown. */
export function DayChart(props: DayChartProps): JSX.Element {
  const { title, language, from, days, values } = props;
  const shown = JSON.stringify([...values]);
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
    // The chart keeps the colours of the theme in which it was drawn, so it is drawn again when the theme changes.
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = (): void => void draw();
    theme.addEventListener("change", redraw);
    return () => {
      isShown = false;
      theme.removeEventListener("change", redraw);
      remove();
    };
  }, [title, language, from, days, shown]);
  return <div ref={place} class="chart card" role="img" aria-label={title} />;
}
