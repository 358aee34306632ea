import type { ComponentChildren, JSX } from "preact";
import { More } from "./more.tsx";
import { useWindow } from "./use-window.ts";

/** A column's heading: plain, right-aligned for numbers, or only for screen readers. */
type Column =
  | string
  | { readonly text: string; readonly kind: "number" }
  | { readonly text: string; readonly kind: "unseen" };

interface FrameProps {
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /**
   * On a phone, the cells of a row are broken into several lines: `"stacked"` for rows whose last cell has buttons,
   * `"labelled"` with the column's name before each cell except the first and those with buttons, if the cells
   * alone are not clear.
   * @default the table scrolls sideways
   */
  readonly onPhone?: "stacked" | "labelled";
  /**
   * The widths of the columns in percent. A long table whose cells can wrap needs them, because otherwise its widths,
   * and so the heights of its rows, depend on which rows are rendered.
   * @default as their cells need it
   */
  readonly widths?: readonly number[];
}

/** A table that scrolls sideways where it is too wide, also by the keyboard. */
export function Table({
  children,
  ...frame
}: FrameProps & {
  /** The rows. */
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Frame {...frame}>
      <tbody>{children}</tbody>
    </Frame>
  );
}

/** A table of any length: only the visible rows are rendered. */
export function LongTable<T extends { readonly id: number }>({
  items,
  cells,
  more,
  ...frame
}: FrameProps & {
  readonly items: readonly T[];
  /** The cells of a row. */
  readonly cells: (item: T) => ComponentChildren;
  /** Loads the following rows; `undefined` when there are none. */
  readonly more?: (() => Promise<void>) | undefined;
}): JSX.Element {
  const { ref, start, end, before, after, isAtEnd } = useWindow<HTMLTableSectionElement>(
    items.length,
  );
  const width = frame.columns.length;
  return (
    <>
      {/* The head is the first row. */}
      <Frame {...frame} rowCount={more === undefined ? items.length + 1 : -1}>
        <tbody ref={ref}>
          {before > 0 && <SpacerRow key="before" height={before} width={width} />}
          {items.slice(start, end).map((item, place) => (
            <tr key={item.id} aria-rowindex={start + place + 2}>
              {cells(item)}
            </tr>
          ))}
          {after > 0 && <SpacerRow key="after" height={after} width={width} />}
        </tbody>
      </Frame>
      <More count={items.length} more={more} isInSight={isAtEnd} />
    </>
  );
}

/** Takes the place of rows that are not rendered. */
function SpacerRow({
  height,
  width,
}: {
  readonly height: number;
  readonly width: number;
}): JSX.Element {
  return (
    <tr class="spacer-row" aria-hidden="true">
      <td colSpan={width} style={{ height: `${height}px` }} />
    </tr>
  );
}

function Frame({
  label,
  columns,
  onPhone,
  widths,
  rowCount,
  children,
}: FrameProps & { readonly rowCount?: number; readonly children: JSX.Element }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table
        aria-rowcount={rowCount}
        class={classOf({ onPhone, widths })}
        style={onPhone === "labelled" ? namesOf(columns) : undefined}
      >
        {widths !== undefined && (
          <colgroup>
            {widths.map((width, index) => (
              <col key={index} style={{ width: `${width}%` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={typeof column === "string" ? column : column.text} column={column} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function classOf({ onPhone, widths }: Pick<FrameProps, "onPhone" | "widths">): string | undefined {
  const classes = [
    ...(onPhone === undefined ? [] : ["stacked"]),
    ...(onPhone === "labelled" ? ["labelled"] : []),
    ...(widths === undefined ? [] : ["fixed"]),
  ];
  return classes.length === 0 ? undefined : classes.join(" ");
}

/** The names of the columns as CSS strings, which the style sheet puts before the cells. */
function namesOf(columns: readonly Column[]): Record<`--column-${number}`, string> {
  const names = columns.map((column, index) => [
    `--column-${index + 1}`,
    JSON.stringify(typeof column === "string" ? column : column.text),
  ]);
  return Object.fromEntries(names);
}

function Head({ column }: { readonly column: Column }): JSX.Element {
  if (typeof column === "string") return <th scope="col">{column}</th>;
  return (
    <th scope="col" class={column.kind === "number" ? "number" : undefined}>
      {column.kind === "unseen" ? <span class="hidden">{column.text}</span> : column.text}
    </th>
  );
}
