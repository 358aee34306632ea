import { GuestBuffer } from "./buffer.ts";

/** Puts what the engine lacks on the global object. */
export function installGlobals(): void {
  const globals: Record<string, unknown> = { Buffer: GuestBuffer };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(GuestBuffer, "name", { value: "Buffer", configurable: true });
}
