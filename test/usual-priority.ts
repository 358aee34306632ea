import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { afterAll, vi } from "vitest";

/**
 * In this file's tests, guests that compute for long keep the usual priority: with the lowest one they
 * would wait beside busy processes for as long as those run.
 */
export function keepUsualPriority(): void {
  const setting = vi.spyOn(os, "setPriority").mockReturnValue(undefined);
  syncBuiltinESMExports();
  afterAll(() => {
    setting.mockRestore();
    syncBuiltinESMExports();
  });
}
