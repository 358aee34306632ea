import { defineConfig } from "tsup";
import { base } from "../../tsup.base.ts";

export default defineConfig({
  ...base,
  entry: ["src/main.ts", "src/index.ts"],
  dts: { entry: "src/index.ts" },
});
