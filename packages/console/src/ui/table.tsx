import type { ComponentChildren, JSX } from "preact";

/** A table that scrolls sideways where it is too wide, also by the keyboard. */
export function Table({
  label,
  columns,
  children,
}: {
  /** For screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
