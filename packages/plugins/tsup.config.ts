import { defineConfig } from "tsup";
import { bundle } from "../../tsup.base.ts";

const SLUGS = [
  "bot-menu",
  "message-filter",
  "keyword-reply",
  "auto-greeting",
  "webhook-forward",
  "idiom-chain",
  "twenty-four",
  "ai-chat",
];

export default defineConfig({
  ...bundle({
    entry: {
      index: "src/index.ts",
      ...Object.fromEntries(SLUGS.map((slug) => [slug, `src/${slug}.ts`])),
    },
  }),
  // Each plugin is a file that imports nothing, as the sandbox takes it.
  splitting: false,
  esbuildOptions(options) {
    // Escapes would hide from a reviewer what a text says.
    options.charset = "utf8";
  },
});
