import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole } from "../src/server/console-files.ts";

const CODE = "console.log('hello');\n".repeat(200);

let folder: string;
let answer: Awaited<ReturnType<typeof openConsole>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botwright-console-files-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
  await writeFile(join(folder, "assets/code.js"), CODE);
  answer = await openConsole(folder);
});
afterAll(() => rm(folder, { recursive: true }));

function get(path: string, accepted?: string): Promise<Response | undefined> {
  const headers = { ...(accepted !== undefined && { "accept-encoding": accepted }) };
  return answer(new Request(`http://127.0.0.1${path}`, { headers }));
}

test.for(["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.8", "gzip ; q=1"])(
  "files are compressed for who takes %s",
  async (accepted) => {
    const file = await get("/assets/code.js", accepted);
    expect(file?.headers.get("content-encoding")).toBe("gzip");
    expect(file?.headers.get("content-type")).toBe("text/javascript");
    const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer());
    expect(bytes.length).toBeLessThan(CODE.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(CODE);
  },
);

test.for([undefined, "", "br", "gzip;q=0", "deflate, gzip;q=0.0"])(
  "files are as they are for who takes %s",
  async (accepted) => {
    const file = await get("/assets/code.js", accepted);
    expect(file?.headers.get("content-encoding")).toBeNull();
    // Between them, a cache tells the two.
    expect(file?.headers.get("vary")).toBe("accept-encoding");
    expect(await file?.text()).toBe(CODE);
  },
);

test("what is no file shows the page; what is an interface's or a file's address does not", async () => {
  const page = await get("/bots/7");
  expect(await page?.text()).toContain("<title>Console</title>");
  expect(page?.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(page?.headers.get("content-security-policy")).not.toContain("unsafe");
  for (const path of ["/api/bots", "/assets/gone.js", "/callbacks/1"]) {
    expect(await get(path)).toBeUndefined();
  }
  expect(await answer(new Request("http://127.0.0.1/", { method: "POST" }))).toBeUndefined();
  const head = await answer(new Request("http://127.0.0.1/", { method: "HEAD" }));
  expect(await head?.text()).toBe("");
});
