/**
 * `npm start`, on whatever Node (18 or newer) is there: installs what is not there yet, then runs the
 * host with its demo on the Node that the workspace brings, as a direct child, so that every way of ending
 * `npm start` ends the server in order too.
 */
import { spawn } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { BUILDS, isBuilt } from "./is-built.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const windows = process.platform === "win32";

/** Runs a command here and resolves with its exit code. */
function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
  const exit = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal === null ? (code ?? 1) : 1));
  });
  return { child, exit };
}

/** Node, as the workspace brings it. */
const node = `${root}node_modules/node/bin/node${windows ? ".exe" : ""}`;

/** Whether everything that the lockfile names is there: pnpm keeps a copy of the one that it has installed. */
async function isInstalled() {
  try {
    await access(node);
    const [wanted, installed] = await Promise.all(
      ["pnpm-lock.yaml", "node_modules/.pnpm/lock.yaml"].map((path) => readFile(root + path)),
    );
    return wanted.equals(installed);
  } catch {
    return false;
  }
}

async function install() {
  const { child, exit } = run("npx", ["-y", "pnpm@12.21.0", "install", "--frozen-lockfile"], {
    stdio: ["ignore", "pipe", "inherit"],
    shell: windows,
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const waiting = setTimeout(
    () => console.log("install   the first start takes about a minute"),
    3000,
  );
  const failed = await exit;
  clearTimeout(waiting);
  if (failed === 0) return;
  console.error(
    `${printed}\nerror     The packages could not be installed; the lines above say why.`,
  );
  process.exit(failed);
}

if (!(await isInstalled())) await install();

/**
 * Builds the web console, and bundles the server, which then starts in half the time; again after sources have
 * changed, each a matter of seconds.
 */
const builds = [];
if (!isBuilt(root, BUILDS.console)) {
  const options = ["build", "--logLevel", "error"];
  const { exit } = run(node, ["node_modules/vite/bin/vite.js", ...options], {
    cwd: `${root}packages/console`,
  });
  builds.push(exit);
}
if (!isBuilt(root, BUILDS.server)) {
  const { exit } = run(node, ["--conditions=@botwright/source", "scripts/bundle-server.ts"]);
  builds.push(exit);
}
const failed = (await Promise.all(builds)).find((code) => code !== 0);
if (failed !== undefined) process.exit(failed);

/** The demo has bots of simulated platforms, and people whose passwords are on the terminal: no host for others. */
const data = process.env.BOTWRIGHT_DEMO === "off" ? "host" : "demo";

const server = run(node, [root + BUILDS.server.made], {
  env: {
    // The server is compiled once, and not at each start.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`,
    BOTWRIGHT_DEMO: "on",
    BOTWRIGHT_DEMO_PLUGINS: `${root}examples/plugins`,
    BOTWRIGHT_DATA: `${root}.data/${data}`,
    BOTWRIGHT_CONSOLE: `${root}packages/console/dist`,
    BOTWRIGHT_LOG_LEVEL: "warn",
    ...process.env,
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.child.kill(signal));

// The shell that npm puts in between dies of a signal without passing it on: a new parent tells.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  server.child.kill("SIGTERM");
}, 200);

process.exitCode = await server.exit;
clearInterval(watch);
