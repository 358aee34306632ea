import { writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { startDev } from "../src/dev/session.ts";
import { PING } from "./plugins.ts";
import { start, withFiles } from "./running-dev.ts";
import { runIn } from "./terminal.ts";

// Five platforms take their time on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

describe("a file that is saved is loaded again", () => {
  test("written in place, or put in its place", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    const path = join(folder.path, "ping.js");
    await writeFile(path, PING.replace("pong", "second"));
    await terminal.waitFor(/ping\.js loaded again, \d+ ms after it was saved/);
    terminal.typeIn("ping\n");
    await terminal.waitFor(/ › second 1\n/);
    await writeFile(`${path}~`, PING.replace("pong", "third"));
    await rename(`${path}~`, path);
    await terminal.waitFor(/loaded again[^]*loaded again/);
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › third 2\n/)).resolves.toBeDefined();
  });

  test("also when it is saved while dev starts", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    const path = join(folder.path, "ping.js");
    const again = Promise.withResolvers<string>();
    await using session = await startDev({
      files: [path],
      folders: { folders: [], list: async () => [path] },
      cwd: folder.path,
      config: [],
      keep: false,
      port: 0,
      platform: "telegram",
      user: "ann",
      onEvent(event) {
        if (event.type !== "loaded") return;
        if (event.isReload) again.resolve(event.file);
        else writeFileSync(path, PING.replace("pong", "second"));
      },
    });
    expect(await again.promise).toBe("ping.js");
    expect(session.areAllLoaded()).toBe(true);
  });

  test("one that does not load leaves the version before, and says why", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    await writeFile(join(folder.path, "ping.js"), "export const handler = ;");
    await terminal.waitFor(
      /✗ ping\.js: syntax error: .* at ping\.js:1:24 .*the version before goes on/,
    );
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › pong 1\n/)).resolves.toBeDefined();
  });

  test("the error of a handler is shown once, with the lines of the file", async () => {
    const failing = 'export const meta = { slug: "ping" };\nexport const handler = () => null.x;\n';
    await using folder = await withFiles({ "ping.js": failing });
    const words = ["dev", "ping.js", "--port", "0"];
    const { out } = await runIn(folder.path, words, { input: "ping\n" });
    expect(out).toContain(
      [
        "  ping failed TypeError: cannot read property 'x' of null at ping.js:2:34 in handler (PLUGIN_ERROR)",
        '    1 │ export const meta = { slug: "ping" };',
        "  > 2 │ export const handler = () => null.x;",
        "      │                                  ^",
        "",
      ].join("\n"),
    );
    expect(out.split("cannot read property")).toHaveLength(2);
  });

  test("one that never did is served once it does", async () => {
    await using folder = await withFiles({ "ping.js": "nonsense" });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    expect(terminal.out()).toContain("none loads yet");
    await writeFile(join(folder.path, "ping.js"), PING);
    await terminal.waitFor(/✓ ping\.js loaded\n/);
    terminal.typeIn("ping\n");
    await expect(terminal.waitFor(/ › pong 1\n/)).resolves.toBeDefined();
  });
});

describe("a folder is followed", () => {
  const pong = PING.replaceAll('"ping"', '"pang"').replace("pong", "ding");

  test("a new file is loaded, a deleted one unloaded, and one that comes back too", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, ".");
    const { terminal } = running;
    const path = join(folder.path, "pang.js");
    await writeFile(path, pong);
    await terminal.waitFor(/✓ pang\.js loaded\n/);
    terminal.typeIn("pang\n");
    await terminal.waitFor(/handled by pang/);
    await writeFile(path, pong.replace("ding", "dong"));
    await terminal.waitFor(/pang\.js loaded again/);
    await rm(path);
    await terminal.waitFor(/− pang\.js is gone\n/);
    terminal.typeIn("pang\nping\n");
    await terminal.waitFor(/no plugin has handled it[^]* › pong 1\n/);
    await writeFile(path, pong.replace("ding", "dang"));
    await terminal.waitFor(/is gone[^]*✓ pang\.js loaded\n/);
    terminal.typeIn("pang\n");
    await expect(terminal.waitFor(/ › dang 2\n/)).resolves.toBeDefined();
  });

  test("tests and other files in it are left alone, and a named file that goes stays loaded", async () => {
    await using folder = await withFiles({ "ping.js": PING });
    await using running = await start(folder, "ping.js");
    const { terminal } = running;
    await writeFile(join(folder.path, "pang.js"), pong);
    await rm(join(folder.path, "ping.js"));
    await terminal.waitFor(/the version before goes on/);
    terminal.typeIn("ping\npang\n");
    await terminal.waitFor(/ › pong 1\n[^]*no plugin has handled it/);
    await writeFile(join(folder.path, "ping.js"), PING.replace("pong", "back"));
    await terminal.waitFor(/ping\.js loaded again/);
    expect(terminal.out()).not.toContain("✓ pang.js");
  });
});
