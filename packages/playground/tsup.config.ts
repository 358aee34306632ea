import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  ...bundle({ entry: { index: "src/index.ts" } }),
  /** The page's files are served as they are. */
  async onSuccess() {
    await cp(pathOf("src/assets"), pathOf("dist/assets"), { recursive: true });
  },
});
