import uPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- the bundler makes a file of it
import "uplot/dist/uPlot.min.css";
import type { DayChartProps } from "./day-chart.tsx";

const DAY_S = 24 * 60 * 60;
const HEIGHT = 220;

/**
 * Draws credits by day as bars.
 *
 * @returns what removes the chart
 */
export function drawDays(
  element: HTMLElement,
  { title, dayLabel, creditsLabel, from, days, sums }: DayChartProps,
): () => void {
  const { color: accent } = getComputedStyle(element);
  const { color: text } = getComputedStyle(document.body);
  const byDay = new Map(sums.map(({ key, credits }) => [key, credits]));
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
      tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"),
      scales: {
        // Half a bar on both sides.
        x: { range: (_chart, low, high) => [low - DAY_S / 2, high + DAY_S / 2] },
        y: { range: (_chart, _low, high) => [0, Math.max(high * 1.1, 1)] },
      },
      axes: [axis, axis],
      series: [
        { label: dayLabel, value: "{YYYY}-{MM}-{DD}" },
        {
          label: creditsLabel,
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
