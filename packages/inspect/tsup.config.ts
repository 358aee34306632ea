import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

export default defineConfig(
  bundle({ entry: { index: "src/index.ts", "js-x-ray": "src/js-x-ray.ts", zh: "src/zh.ts" } }),
);
