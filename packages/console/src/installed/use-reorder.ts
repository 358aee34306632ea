import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";

/** The positions from which and to which a row is dragged. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

/** The event handlers of a handle that moves its row. */
export interface HandleEvents {
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  readonly onPointerDown: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: TargetedPointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/**
 * Moves the rows of a list by their handles, with a pointer or with the arrow keys. Rows have `data-row` with
 * their position; they stay in place until the pointer is lifted, because an element that is moved in the
 * document loses the pointer.
 */
export function useReorder(
  count: number,
  onMove: (from: number, to: number) => void,
): { readonly drag: Drag | undefined; readonly handle: (place: number) => HandleEvents } {
  const [drag, setDrag] = useState<Drag>();
  return {
    drag,
    handle: (from) => ({
      onKeyDown(event) {
        const to = from + (event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0);
        if (to === from) return;
        event.preventDefault();
        if (to < 0 || to >= count) return;
        onMove(from, to);
      },
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from, to: from });
      },
      onPointerMove({ clientX, clientY }) {
        if (drag === undefined) return;
        const over = document.elementFromPoint(clientX, clientY)?.closest("[data-row]");
        const to = Number(over?.getAttribute("data-row") ?? drag.to);
        if (to !== drag.to) setDrag({ from: drag.from, to });
      },
      onPointerUp() {
        if (drag !== undefined && drag.from !== drag.to) onMove(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

/**
 * Moves an item of a list.
 *
 * @example
 * moved(["a", "b", "c"], 0, 2); // ["b", "c", "a"]
 */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}
