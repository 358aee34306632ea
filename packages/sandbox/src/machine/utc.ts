import type { QuickJSSyncVariant } from "quickjs-emscripten-core";

type Imports = Record<string, Record<string, unknown>>;

/**
 * Sets the engine's local time to UTC, so that results of `Date` do not depend on the host's time zone.
 *
 * The engine calls C's `localtime`, which the WebAssembly build imports from its JavaScript loader. The
 * import is replaced at the moment of instantiation, which is why the loader is wrapped.
 */
export function inUtc(variant: QuickJSSyncVariant, memory: WebAssembly.Memory): QuickJSSyncVariant {
  return {
    ...variant,
    async importModuleLoader() {
      const found = await variant.importModuleLoader();
      const load = typeof found === "function" ? found : found.default;
      if (typeof load !== "function") throw new TypeError("the variant has no loader");
      return (options) => {
        if (options?.instantiateWasm === undefined) {
          throw new TypeError("the module must be compiled");
        }
        const instantiate = options.instantiateWasm.bind(options);
        return load({
          ...options,
          instantiateWasm: (imports: Imports, done) =>
            instantiate(replaceLocalTime(imports, memory), done),
        });
      };
    },
  };
}

/**
 * Finds the import that reads local time by the values that it writes, because import names are minified.
 * Exactly one import must match: with another build of the engine this throws at the start, instead of
 * giving plugins the host's time zone.
 */
function replaceLocalTime(imports: Imports, memory: WebAssembly.Memory): Imports {
  let count = 0;
  const replaced = Object.entries(imports).map(([group, entries]) => {
    const own = Object.entries(entries).map(([name, value]) => {
      const source = typeof value === "function" ? String(value) : "";
      if (!/\.getSeconds\(\)/u.test(source) || !source.includes("getTimezoneOffset")) {
        return [name, value];
      }
      count++;
      return [name, (time: bigint, at: number) => writeUtc(memory, time, at)];
    });
    return [group, Object.fromEntries(own)];
  });
  if (count !== 1) throw new Error("the engine's local time was not found in this build");
  return Object.fromEntries(replaced);
}

/**
 * Fills C's `struct tm` for seconds since 1970, with no UTC offset and no daylight saving. The ten 32-bit
 * fields are seconds, minutes, hours, day of the month, month from 0, years since 1900, day of the week,
 * day of the year, the daylight saving flag, and the UTC offset in seconds.
 */
function writeUtc(memory: WebAssembly.Memory, seconds: bigint, at: number): void {
  const date = new Date(Number(seconds) * 1000);
  const year = date.getUTCFullYear();
  const midnight = Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  new Int32Array(memory.buffer, at, 10).set([
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    year - 1900,
    date.getUTCDay(),
    (midnight - Date.UTC(year, 0, 1)) / 86_400_000,
    0,
    0,
  ]);
}
