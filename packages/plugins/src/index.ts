/**
 * The plugins that come with a host. Each is also a file of its own that the sandbox takes:
 * `@botwright/plugins/bot-menu.js`, …
 *
 * @module
 */
export { type BuiltinPluginsOptions, createBuiltinPlugins } from "./create-builtin-plugins.ts";
export type { HostFetch } from "./recorded-globals.ts";
