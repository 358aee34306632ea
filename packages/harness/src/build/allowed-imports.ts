import { isBuiltin } from "node:module";
import type { OnResolveResult, Plugin } from "esbuild";
import { packageOf, type UnresolvedImport } from "./missing-files.ts";

/** The replacements of Node's modules that a plugin can use. */
const INSTEAD: Readonly<Record<string, string>> = {
  assert: "throw an Error",
  async_hooks: "pass values on as arguments",
  buffer: "Buffer is a global",
  child_process: "a plugin cannot start processes",
  cluster: "a plugin cannot start processes",
  crypto: "use the global crypto: randomUUID, getRandomValues, subtle",
  dns: "fetch looks addresses up",
  events: "EventTarget is a global",
  fs: "keep what has to last in storage, and send files with bot.sendFile",
  http: "use fetch",
  http2: "use fetch",
  https: "use fetch",
  module: "imports are bundled, there is nothing to load at run time",
  net: "use fetch",
  os: "a plugin sees nothing of its machine",
  path: "a plugin has no files",
  perf_hooks: "use Date.now()",
  process: "settings are in config",
  punycode: "use URL",
  querystring: "URLSearchParams is a global",
  sqlite: "keep what has to last in storage",
  stream: "bodies are texts or bytes as a whole: use fetch and Buffer",
  string_decoder: "TextDecoder is a global",
  timers: "setTimeout and setInterval are globals",
  tls: "use fetch",
  url: "URL and URLSearchParams are globals",
  util: "TextEncoder, TextDecoder and structuredClone are globals",
  vm: "a plugin cannot run texts as code",
  worker_threads: "a plugin has one thread",
};

const OWN = /^(?:botwright|@botwright\/(?!markdown(?:\/|$)).+)$/;
/** Marks a resolution that this esbuild plugin requests itself. */
const ASKED = Symbol("asked");

/**
 * An esbuild plugin that explains imports that cannot be bundled: Node's modules, this kit, what is not
 * installed. A package that has the name of one of Node's modules, as `events`, is bundled.
 *
 * @param onMissing called with each import for which there is no file
 */
export function createImportRules(onMissing: (missing: UnresolvedImport) => void): Plugin {
  return {
    name: "imports-of-plugins",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args): Promise<OnResolveResult | undefined> => {
        const { path, pluginData, ...options } = args;
        if (pluginData === ASKED || args.kind === "entry-point") return undefined;
        if (OWN.test(path)) return refuse(`write import type: ${path} is only for types and tests`);
        if (path.startsWith("node:")) return refuse(ofNode(path));
        const { resolveDir, kind, importer, namespace } = options;
        const asked = { resolveDir, kind, importer, namespace, pluginData: ASKED };
        const found = await build.resolve(path, asked);
        if (found.errors.length === 0) return found;
        onMissing({ path, resolveDir });
        return refuse(isBuiltin(path) ? ofNode(path) : notFound(path));
      });
    },
  };
}

function refuse(text: string): OnResolveResult {
  return { errors: [{ text }] };
}

function ofNode(path: string): string {
  const [name = ""] = path.replace(/^node:/, "").split("/");
  const instead = INSTEAD[name] ?? "use what the handler is given";
  return `${path} is a module of Node, which a plugin does not have: ${instead}`;
}

function notFound(path: string): string {
  if (/^[./]/.test(path)) return `there is no file ${path}`;
  const name = packageOf(path);
  return `the package ${name} is not installed: npm install ${name}`;
}
