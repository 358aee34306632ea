import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { deserialize } from "node:v8";
import { beforeAll, describe, expect, test } from "vitest";
import { createBase } from "../../packages/sandbox/src/machine/base-image.ts";
import { compileWasm } from "../../packages/sandbox/src/main/threads/wasm.ts";
import { manifests } from "../../scripts/pack.ts";
import { root } from "../repository.ts";
import type { PackedProject } from "./packed-project.ts";

const run = promisify(execFile);

let packed: PackedProject | undefined;
let project = "";

/** Every entry point that a user can import. */
const entries = manifests.flatMap(({ name, exports }) =>
  Object.keys(exports)
    .filter((path) => path !== "./package.json")
    .map((path) => `${name}${path.slice(1)}`),
);

/** Makes a project with packages of its own: the folder. */
async function makeProject(name: string, ...flags: readonly string[]): Promise<string> {
  const own = `${project}/${name}`;
  await run("npx", ["botwright", "new", name, "--no-install", ...flags], { cwd: project });
  // Stands in for a registry that has the packages.
  const manifest = JSON.parse(await readFile(`${own}/package.json`, "utf8"));
  manifest.devDependencies.botwright = packed?.dependencies["botwright"];
  await writeFile(`${own}/package.json`, JSON.stringify(manifest));
  await packed?.install(own);
  return own;
}

/** Registers the tests of the packages as a user gets them. */
export function describePackages(installed: () => Promise<PackedProject>): void {
  beforeAll(async () => {
    packed = await installed();
    project = packed.folder;
  });

  test("all packages have one version, and say what they are", () => {
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
    for (const manifest of manifests) {
      expect(manifest).toMatchObject({
        description: expect.stringMatching(/^.{20,}\.$/),
        license: "MIT",
        type: "module",
        // Tests and snippets run on the lowest Node that is named, which is the workspace's own.
        engines: { node: `>=${process.versions.node}` },
        publishConfig: { access: "public" },
      });
    }
  });

  describe("installed into an empty project", () => {
    test("every entry can be imported, and is the built one", async () => {
      const code = `
      const found = {};
      for (const name of ${JSON.stringify(entries)}) {
        const entry = await import(name);
        found[name] = [import.meta.resolve(name), Object.keys(entry).length];
      }
      console.log(JSON.stringify(found));`;
      const { stdout } = await run("node", ["--input-type=module", "-e", code], { cwd: project });
      const found: Record<string, [url: string, names: number]> = JSON.parse(stdout);
      expect(Object.keys(found)).toEqual(entries);
      for (const [url, names] of Object.values(found)) {
        expect(url).toMatch(/\/dist\/[\w-]+\.js$/);
        expect(url).toContain(project.split("/").at(-1));
        expect(names).toBeGreaterThan(0);
      }
    });

    test.each(["nodenext", "bundler"])(
      "the types of every entry hold in a strict project, resolved as %s",
      async (moduleResolution) => {
        const own = `${project}/strict-${moduleResolution}`;
        await mkdir(own);
        await writeFile(
          `${own}/entries.ts`,
          entries
            .map((name, at) => `export * as entry${at} from ${JSON.stringify(name)};`)
            .join("\n"),
        );
        const compilerOptions = {
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noPropertyAccessFromIndexSignature: true,
          // Declarations are checked too: what they import must be installed with them.
          skipLibCheck: false,
          module: moduleResolution === "bundler" ? "esnext" : "nodenext",
          moduleResolution,
          target: "es2024",
          lib: ["es2024", "esnext.disposable"],
          types: ["node"],
          typeRoots: [`${root}/node_modules/@types`],
          noEmit: true,
        };
        const config = JSON.stringify({ compilerOptions, files: ["entries.ts"] });
        await writeFile(`${own}/tsconfig.json`, config);
        const compiled = run(`${root}/node_modules/.bin/tsc`, ["-p", own]);
        await expect(compiled.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toEqual({
          stdout: "",
          stderr: "",
        });
      },
    );

    test("the chat page finds its files", async () => {
      const code = `
      import { createChatPage } from "@botwright/playground";
      const page = createChatPage({ platforms: [] });
      const statuses = [];
      for (const path of ["/", "/page.js", "/details.css", "/simulators"]) {
        const response = await page.fetch(new Request("http://127.0.0.1" + path));
        statuses.push(response?.status, (await response?.text())?.length > 1);
      }
      console.log(JSON.stringify(statuses), page.fetch(new Request("http://127.0.0.1/other")));`;
      const { stdout } = await run("node", ["--input-type=module", "-e", code], { cwd: project });
      expect(stdout).toBe("[200,true,200,true,200,true,200,true] undefined\n");
    });

    test("the sandbox brings its base image, which fits the engine that it is installed with", async () => {
      const entry = await realpath(`${project}/node_modules/@botwright/sandbox/dist/index.js`);
      const sandbox = createRequire(entry);
      const wasm = await readFile(sandbox.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"));
      const file = await readFile(
        sandbox.resolve("@botwright/sandbox").replace("index.js", "base-image.bin"),
      );
      const shipped: unknown = deserialize(file);
      const engine = await compileWasm();
      const { base } = await createBase({ wasmModule: engine.module, maximumPages: 2048 });
      expect(shipped).toMatchObject({
        wasm: createHash("sha256").update(wasm).digest("hex"),
        base: {
          fingerprint: base.fingerprint,
          entries: base.entries,
          image: { layout: base.image.layout, end: base.image.end },
        },
      });
    });

    test("the built-in plugins are files that the sandbox takes, and functions", async () => {
      const code = `
        import { readFile } from "node:fs/promises";
        import { createBuiltinPlugins } from "@botwright/plugins";
        import { createSandbox } from "@botwright/sandbox";
        const sandbox = createSandbox();
        const same = [];
        for (const { meta } of createBuiltinPlugins({ fetch })) {
          const file = new URL(import.meta.resolve("@botwright/plugins/" + meta.slug + ".js"));
          const loaded = await sandbox.load(await readFile(file, "utf8"));
          same.push(JSON.stringify(loaded.meta) === JSON.stringify(meta));
        }
        console.log(same.join());
        await sandbox.close();`;
      const { stdout } = await run("node", ["--input-type=module", "-e", code], { cwd: project });
      expect(stdout).toBe(`${Array(8).fill("true").join()}\n`);
    });

    test("one message goes from wire to wire", async () => {
      const code = `
      import { createTelegramAdapter } from "@botwright/adapter-telegram";
      import { createBot, createDispatcher } from "@botwright/core";
      import { createSandbox } from "@botwright/sandbox";
      import { startSimulator } from "@botwright/simulators";
      const simulator = await startSimulator("telegram");
      const sandbox = createSandbox();
      const plugin = await sandbox.load("export const handler = async ({ bot, msg }) => { await bot.reply(msg, '**' + msg.text + '**'); return { handled: true }; };");
      const adapter = createTelegramAdapter({ ...simulator.credentials, apiBase: simulator.baseUrl });
      const dispatcher = createDispatcher({ plugins: [plugin], bot: createBot(adapter) });
      await adapter.start((incoming) => dispatcher.dispatch(incoming));
      await simulator.say({ from: "1001", text: "你好" });
      const [answer] = await simulator.waitForSent(1, { timeoutMs: 60_000 });
      console.log(answer.text);
      await adapter.stop();
      await sandbox.close();
      await simulator.close();`;
      const { stdout } = await run("node", ["--input-type=module", "-e", code], { cwd: project });
      expect(stdout).toBe("你好\n");
    });
  });

  describe("the command, installed as a user would", () => {
    test("npx botwright new x && cd x && npm test", async () => {
      const made = await run("npx", ["botwright", "new", "x", "--json"], { cwd: project });
      expect(JSON.parse(made.stdout)).toMatchObject({ folder: `${project}/x`, installed: true });
      const { stdout } = await run("npm", ["test"], { cwd: `${project}/x` });
      expect(stdout).toMatch(/^. pass 4$/m);
      expect(stdout).toMatch(/^. fail 0$/m);
    });

    test("a project of TypeScript: its types hold, its tests pass, and it builds", async () => {
      const cwd = await makeProject("typed", "--typescript");
      await run("npm", ["run", "typecheck"], { cwd });
      const { stdout } = await run("npm", ["test"], { cwd });
      expect(stdout).toMatch(/^. pass 4$/m);
      await run("npm", ["run", "check"], { cwd });
      await run("npm", ["run", "build"], { cwd });
      await run("npx", ["botwright", "check", "dist/plugin.js"], { cwd });
    });

    test("a project with packages of its own, in which an editor knows what a handler is given", async () => {
      const own = await makeProject("own");
      const { stdout } = await run("npm", ["test"], { cwd: own });
      expect(stdout).toMatch(/^. fail 0$/m);
      await run("npm", ["run", "check"], { cwd: own });

      const compile = (): Promise<string> =>
        run(`${root}/node_modules/.bin/tsc`, ["-p", "jsconfig.json"], { cwd: own }).then(
          () => "",
          ({ stdout: errors }: { stdout: string }) => errors,
        );
      expect(await compile()).toBe("");
      const plugin = await readFile(`${own}/plugin.js`, "utf8");
      const wrong = `
      bot.reply(msg);
      bot.sendVideos(msg.from);
      storage.set(1, "one");
      msg.text.toFixed();
      markdownToPlainText(7);
      return { handled: true };`;
      await writeFile(`${own}/plugin.js`, plugin.replace("return { handled: true };", wrong));
      const errors = await compile();
      for (const [index, code] of ["TS2554", "TS2551", "TS2345", "TS2551", "TS2345"].entries()) {
        expect(errors).toMatch(new RegExp(`plugin\\.js\\(${21 + index},.*${code}`));
      }
    });
  });
}
