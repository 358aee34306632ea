import type { Options } from "tsup";

/** The build shared by all packages: ESM, one bundle per entry, rolled-up types. */
export const base: Options = {
  entry: ["src/index.ts"],
  format: "esm",
  target: "es2023",
  sourcemap: true,
  clean: true,
  dts: true,
};
