/**
 * Plugins of TypeScript or of several files, made into the one file that a host takes. For programs that
 * read plugin files: it loads quickly, and esbuild only when something is built.
 *
 * @module
 */
export {
  buildPlugin,
  type BuildPluginOptions,
  type BuiltPlugin,
  PluginBuildError,
} from "./build/build-plugin.ts";
export { builtPath, isPluginPath, needsBuild } from "./build/plugin-path.ts";
export { type PluginFileSource, readPluginFile } from "./build/read-plugin-file.ts";
export { HarnessError, type HarnessErrorCode } from "./errors.ts";
