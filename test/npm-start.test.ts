import { stat } from "node:fs/promises";
import { join } from "node:path";
import { PLATFORMS } from "@botwright/core";
import { PLATFORM_TITLES } from "@botwright/playground";
import { expect, test } from "vitest";
import { createApiClient } from "../packages/host/test/api-client.ts";
import { BUILDS } from "../scripts/is-built.mjs";
import { root } from "./repository.ts";
import { makeDataFolder, printed, startHost } from "./started-host.ts";

test("npm start shows bots on five platforms, and finds them again at the next start", async () => {
  await using folder = await makeDataFolder();
  await using first = startHost(folder.path);
  expect(await first.prints(/^host +http/m)).toBe(true);
  expect(first.output()).not.toContain("install");
  for (const platform of PLATFORMS) {
    expect(printed(first, PLATFORM_TITLES[platform])).toContain("你好");
  }
  const [email, password] = printed(first, "demo user").split(/ +/);
  const url = printed(first, "host");
  const demo = createApiClient(url);
  await demo.enter("/api/auth/sign-in/email", { email, password });
  expect(await demo.call("GET", "/api/bots")).toMatchObject({
    items: PLATFORMS.map((platform) => ({ platform, status: { state: "connected" } })),
  });
  expect(await demo.call("GET", "/api/credits")).toMatchObject({ balance: 1000 });
  // As its file declares it.
  expect(await demo.call("GET", "/api/library/notebook")).toMatchObject({ name: "Notebook" });

  // The chats are on a page, and open to scripts.
  expect(await (await fetch(`${url}/playground/`)).text()).toContain("<title>");
  const chats = `${url}/playground/spare/simulators`;
  expect(await (await fetch(chats)).json()).toMatchObject(
    PLATFORMS.map((platform) => ({ state: "unbound", bindAt: `/bots/new?platform=${platform}` })),
  );
  await fetch(`${url}/simulators/telegram/say`, {
    method: "POST",
    body: JSON.stringify({ from: "1001", text: "note milk" }),
  });
  await expect
    .poll(async () => (await fetch(`${url}/simulators/telegram/sent?to=1001`)).text())
    .toContain("milk");
  first.interrupt();
  expect(await first.exited).toBe(0);

  const bundle = join(root, BUILDS.server.made);
  const { mtimeMs } = await stat(bundle);
  await using second = startHost(folder.path);
  expect(await second.prints(/^host +http/m)).toBe(true);
  expect(printed(second, "administrator")).toBe("");
  expect(printed(second, "demo user")).toBe(`${email}  ${password}`);
  expect(second.output()).not.toContain('"level"');
  // What has not changed is not built again.
  expect((await stat(bundle)).mtimeMs).toBe(mtimeMs);
  second.interrupt();
  expect(await second.exited).toBe(0);
});
