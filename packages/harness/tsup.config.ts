import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({ entry: { index: "src/index.ts", build: "src/build.ts", vitest: "src/vitest.ts" } }),
);
