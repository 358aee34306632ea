/** A bar chart of one column of a table. */
export interface Chart {
  /** The name of the picture's file, without its extension. */
  file: string;
  title: string;
  /** The column whose leading numbers are drawn; the first column contains the labels. */
  column: number;
}

const WIDTH = 820;
const LABEL_WIDTH = 400;
const ROW_HEIGHT = 30;
const TOP = 44;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Draws the chart as SVG: a bar for each row, Botwright's rows in another colour. */
export function renderChart(chart: Chart, rows: readonly (string | number)[][]): string {
  const bars = rows.map((row) => ({
    label: String(row[0]),
    value: Number.parseFloat(String(row[chart.column])),
  }));
  const longest = Math.max(...bars.map(({ value }) => value));
  const height = TOP + bars.length * ROW_HEIGHT + 12;
  const room = WIDTH - LABEL_WIDTH - 90;
  const drawn = bars.map(({ label, value }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const width = Math.max(1.5, (value / longest) * room);
    const colour = /botwright/i.test(label) ? "#0969da" : "#8c959f";
    return `  <text x="${LABEL_WIDTH - 10}" y="${y + 15}" text-anchor="end">${escape(label)}</text>
  <rect x="${LABEL_WIDTH}" y="${y + 2}" width="${width.toFixed(1)}" height="18" rx="3" fill="${colour}" />
  <text x="${(LABEL_WIDTH + width + 8).toFixed(1)}" y="${y + 15}">${value}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2328" role="img" aria-label="${escape(chart.title)}">
  <rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff" />
  <text x="16" y="26" font-size="15" font-weight="600">${escape(chart.title)}</text>
${drawn.join("\n")}
</svg>
`;
}
