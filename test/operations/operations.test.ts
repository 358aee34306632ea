import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { CALLBACK_BYTES } from "../../packages/host/src/bots/callbacks/callbacks.ts";
import { readKeys } from "../../packages/host/src/server/config.ts";
import { VARIABLES } from "../../packages/host/src/server/variables.ts";
import { readFences } from "../fences.ts";
import { root } from "../repository.ts";
import { withTables } from "../written-table.ts";
import { operationsTables } from "./operations-tables.ts";

const run = promisify(execFile);
const PAGE = "docs/operations.md";
const DEPLOY = `${root}/packages/host/deploy`;
const page = await readFile(`${root}/${PAGE}`, "utf8");
const fences = await readFences(PAGE);
const read = (name: string): Promise<string> => readFile(`${DEPLOY}/${name}`, "utf8");

test("the tables are what the host reads and counts, and what the benchmarks have measured", async () => {
  const benchmarks = await readFile(`${root}/docs/benchmarks.md`, "utf8");
  expect(withTables(page, operationsTables(benchmarks)), 'run "pnpm docs:tables" and commit').toBe(
    page,
  );
});

test("no page and no file of a deployment sets a variable that the host does not read", async () => {
  const known = new Set(VARIABLES.map(({ name }) => name));
  const texts = [page];
  for await (const name of glob("*", { cwd: DEPLOY })) texts.push(await read(name));
  const named = new Set(texts.join("\n").match(/\bBOTWRIGHT_[A-Z_]+/g));
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  expect(named.size).toBeGreaterThan(10);
});

test("the host has the endpoints that the page names", async () => {
  const sources: string[] = [];
  const routes = `${root}/packages/host/src/http`;
  for await (const name of glob("**/*.ts", { cwd: routes })) {
    sources.push(await readFile(`${routes}/${name}`, "utf8"));
  }
  const served = new Set(sources.join("\n").match(/"\/(?:api\/[\w/:-]+|\w+)"/g));
  const named = page.match(/(?<=`(?:[A-Z]+ )?)\/(?:api\/[\w/:-]+|healthz|readyz|metrics)(?=`)/g);
  expect(named?.length).toBeGreaterThan(10);
  for (const path of named ?? []) expect(served).toContain(`"${path}"`);
});

test("the commands for secrets make secrets that the host takes", async () => {
  const commands = fences.flatMap(({ code }) => code.match(/^node -p .+$/gm) ?? []);
  const outputs = commands.map(async (command) => (await run("sh", ["-c", command])).stdout.trim());
  const [key = "", secret = ""] = await Promise.all(outputs);
  expect(readKeys(key)).toMatchObject({ current: "k1" });
  expect(readKeys(key).keys["k1"]).toHaveLength(32);
  expect(secret.length).toBeGreaterThanOrEqual(32);
});

test("the file of the compose example has all that the compose file asks for", async () => {
  const wanted = (await read("compose.yaml")).matchAll(/\$\{(\w+):\?[^}]+\}/g);
  const script = fences.find(({ code }) => code.includes("cat > .env"))?.code ?? "";
  const block = /<<END\n[^]*?^END$/m.exec(script)?.[0] ?? "";
  const { stdout } = await run("sh", ["-c", `cat ${block}`]);
  const names = [...wanted].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(stdout).toMatch(new RegExp(`^${name}=.{20,}$`, "m"));
});

test("what installs a host installs its console too, of the same version", async () => {
  const files = await Promise.all(["Containerfile", "botwright-host.service"].map(read));
  const installs =
    [page, ...files].join("\n").match(/^.*npm install .*@botwright\/host.*$/gm) ?? [];
  expect(installs).toHaveLength(4);
  for (const line of installs) {
    const [, version = ""] = /@botwright\/host(@[^\s,]+)?/.exec(line) ?? [];
    expect(line).toContain(`@botwright/console${version}`);
  }
});

test("the database is not called healthy while its image still makes it, at the socket only", async () => {
  expect(await read("compose.yaml")).toMatch(/"pg_isready --host 127\.0\.0\.1 /);
});

test("the alerts of the page are those of the file", async () => {
  const file = await read("prometheus-alerts.yaml");
  const alerts = [...file.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
  const rows = [...page.matchAll(/^\| `(Botwright\w+)` .* \| (?:page|ticket) +\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(alerts);
});

describe("the container's health check", async () => {
  const line = /^ +CMD (\["node".+\])$/m.exec(await read("Containerfile"))?.[1] ?? "[]";
  const [command = "", ...args]: string[] = JSON.parse(line);

  async function check(port: number): Promise<unknown> {
    const env = { ...process.env, PORT: String(port) };
    return run(command, args, { env }).then(
      () => 0,
      (error: { code: unknown }) => error.code,
    );
  }

  test.each([
    [200, 0],
    [503, 1],
  ])("with the answer %i ends with %i", async (status, code) => {
    const server = createServer(({ url }, answer) =>
      answer.writeHead(url === "/readyz" ? status : 404).end(),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await check(port)).toBe(code);
    server.close();
    await once(server, "close");
  });

  test("ends with 1 where no server listens", async () => {
    expect(await check(1)).toBe(1);
  });
});

const site = fences.find(({ code }) => code.includes("proxy_pass"))?.code ?? "";

test("nginx passes on all that the host takes, and does not wait for a machine that is gone", () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(site)?.[1]);
  expect(megabytes * 2 ** 20).toBeGreaterThanOrEqual(CALLBACK_BYTES);
  expect(site).toMatch(/proxy_connect_timeout [1-5]s;/);
  expect(site).toContain("proxy_buffering off;");
});

test.skipIf(!existsSync("/usr/sbin/nginx") || !existsSync("/usr/bin/openssl"))(
  "nginx takes its configuration",
  async () => {
    const folder = await mkdtemp(`${tmpdir()}/botwright-nginx-`);
    const [key, certificate] = [`${folder}/key`, `${folder}/certificate`];
    const names = ["-subj", "/CN=bots.example.org", "-keyout", key, "-out", certificate];
    await run("/usr/bin/openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names]);
    const here = site
      .replaceAll(/(?<=ssl_certificate )[^;]+/g, certificate)
      .replaceAll(/(?<=ssl_certificate_key )[^;]+/g, key)
      .replace("listen 443", "listen 127.0.0.1:18443");
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const http = `http { access_log off; ${paths.join(" ")} ${here} }`;
    await writeFile(`${folder}/nginx.conf`, `pid ${folder}/pid; events {} ${http}`);
    const check = ["-t", "-e", `${folder}/errors`, "-c", `${folder}/nginx.conf`];
    await expect(run("/usr/sbin/nginx", check)).resolves.toBeDefined();
    await rm(folder, { recursive: true });
  },
);

test.skipIf(!existsSync("/usr/bin/systemd-analyze") || !existsSync("/usr/bin/node"))(
  "systemd takes the unit",
  async () => {
    const unit = `${DEPLOY}/botwright-host.service`;
    const { stderr } = await run("/usr/bin/systemd-analyze", ["verify", unit]);
    expect(stderr).toBe("");
  },
);
