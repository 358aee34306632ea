const PLUGIN = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
const DECLARATIONS = /\.d\.[cm]?ts$/i;
const COMPILED = /\.(?:[cm]?ts|[jt]sx)$/i;

/** Whether a file of this name may be a plugin: JavaScript, or TypeScript and JSX, which are built first. */
export function isPluginPath(path: string): boolean {
  return PLUGIN.test(path) && !DECLARATIONS.test(path);
}

/** Whether a file of this name has to be built before a host can take it. */
export function needsBuild(path: string): boolean {
  return COMPILED.test(path) && !DECLARATIONS.test(path);
}

/** The name of the file that a plugin is built into, beside its source. */
export function builtPath(path: string): string {
  return path.replace(COMPILED, ".js");
}
