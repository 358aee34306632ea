import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Shows in a field what was saved elsewhere. What was saved here stays shown until then; what is being typed
 * stays.
 *
 * @param value what the field begins with
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
