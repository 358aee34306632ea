import type { Platform } from "@botwright/core";
import { expect, test } from "vitest";
import { exploreKills } from "../crash/explore-kills.ts";
import { listProblems } from "../crash/list-problems.ts";
import { PLUGINS } from "../crash/plugins.ts";

/** Those whose exchanges differ between platforms. */
const SENDING = ["replies at once", "a text of many parts", "pictures and videos", "files"];
const EXPLORED: readonly (readonly [platform: Platform, plugins: readonly string[]])[] = [
  ["feishu", SENDING],
  ["wecom", SENDING],
  ["telegram", SENDING],
  ["wechat", Object.keys(PLUGINS)],
];

/** The exchanges of the whole corpus. */
const EXCHANGES = [
  "inbox.accept",
  "journal.read",
  "journal.write",
  "store.get",
  "store.keys",
  "store.write",
  "store.delete",
  "store.clear",
  "ledger.reserve",
  "ledger.settle",
  "provider.chat",
  "search.search",
  "usage.count",
  "adapter.sendText",
  "adapter.sendImage",
  "adapter.sendVideo",
  "adapter.sendFile",
  "adapter.sendTyping",
  "adapter.cancelTyping",
];

test.each(EXPLORED)(
  "on %s, a process is killed before and after each exchange, and nothing is lost or done twice",
  async (platform, plugins) => {
    const cases = plugins.map((plugin) => ({ plugin }));
    const reports = await exploreKills({ platform, cases });
    expect(listProblems(reports)).toEqual([]);
    const deaths = reports.flatMap(({ diedAt }) => diedAt);
    console.log(`${platform}: killed at ${deaths.length} exchanges`);
    const points = EXCHANGES.flatMap((name) => [`before ${name}`, `after ${name}`]);
    const missed = points.filter((point) => !deaths.includes(point));
    expect(platform === "wechat" ? missed : []).toEqual([]);
  },
  1_800_000,
);
