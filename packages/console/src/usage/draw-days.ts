import uPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- the bundler makes a file of it
import "uplot/dist/uPlot.min.css";
import type { Language } from "../i18n/index.ts";
import { formatShortDay } from "../ui/format.ts";

/** The data of a {@link DayChart}. */
export interface DayChartProps {
  readonly title: string;
  /** The label of the numbers below the chart. */
  readonly dayLabel: string;
  readonly valueLabel: string;
  readonly language: Language;
  /** The first day, such as `2026-01-05`. */
  readonly from: string;
  readonly days: number;
  /** The values by day; days without a value are 0. */
  readonly values: ReadonlyMap<string, number>;
}

const DAY_S = 24 * 60 * 60;
const HEIGHT = 220;
/** Possible distances between the vertical lines of the chart, in days. */
const DAY_STEPS = [1, 2, 3, 7, 14, 30, 60, 120];
/** Possible distances between the horizontal lines of the chart, in credits. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];

/**
 * Draws numbers by day as bars.
 *
 * @returns a function that removes the chart
 */
export function drawDays(
  element: HTMLElement,
  { title, dayLabel, valueLabel, language, from, days, values: byDay }: DayChartProps,
): () => void {
  const { color: accent } = getComputedStyle(element);
  const { color: text } = getComputedStyle(document.body);
  const first = Date.parse(`${from}T00:00:00Z`) / 1000;
  const times = Array.from({ length: days }, (_, day) => first + day * DAY_S);
  const values = times.map((time) => byDay.get(new Date(time * 1000).toJSON().slice(0, 10)) ?? 0);
  const axis = { stroke: text, grid: { stroke: "rgb(128 128 128 / 20%)" }, ticks: { show: false } };
  const width = (): number => Math.max(element.clientWidth - 32, 200);
  const chart = new uPlot(
    {
      title,
      width: width(),
      height: HEIGHT,
      cursor: { drag: { x: false, y: false } },
      legend: { live: true },
      scales: {
        // Adds half a bar on both sides.
        x: { time: false, range: (_chart, low, high) => [low - DAY_S / 2, high + DAY_S / 2] },
        y: { range: (_chart, _low, high) => [0, Math.max(high * 1.1, 1)] },
      },
      axes: [
        {
          ...axis,
          size: 34,
          // The distance below the numbers of the other axis.
          gap: 9,
          // The width of a day in Chinese.
          space: 70,
          incrs: DAY_STEPS.map((step) => step * DAY_S),
          // Chosen here, because the library would start with a day of the visitor's time zone, maybe the previous one.
          splits: (_chart, _axis, _low, _high, step) =>
            times.filter((_time, day) => (day * DAY_S) % step === 0),
          values: (_chart, splits) => splits.map((time) => formatShortDay(time, language)),
        },
        { ...axis, incrs: WHOLE_STEPS },
      ],
      series: [
        { label: dayLabel, value: (_chart, time) => formatShortDay(time, language) },
        {
          label: valueLabel,
          stroke: accent,
          fill: accent,
          width: 0,
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.7, 40] }),
        },
      ],
    },
    [times, values],
    element,
  );
  const observer = new ResizeObserver(() => chart.setSize({ width: width(), height: HEIGHT }));
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
