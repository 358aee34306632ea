import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Shows a value that was saved elsewhere in a field. Until then the field shows what was saved here, and text that is
 * being typed is not replaced.
 *
 * @param value the initial value of the field
 */
export function useSavedValue<Field extends HTMLInputElement | HTMLTextAreaElement>(
  value: string | undefined,
): RefObject<Field | null> {
  const ref = useRef<Field>(null);
  const begun = useRef(value);
  useLayoutEffect(() => {
    const [{ current: shown }, before] = [ref, begun.current];
    begun.current = value;
    if (shown !== null && shown.value === before && value !== undefined) shown.value = value;
  }, [value]);
  return ref;
}
