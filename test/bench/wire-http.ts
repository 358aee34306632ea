import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createHttpClient } from "@botwright/adapter-kit";
import ky from "ky";
import type { BenchTable } from "./report.ts";
import { median } from "./statistics.ts";

const COLD_CALLS = 150;
const HOT_CALLS = 2000;
const BODY = { chat_id: 1001, text: "echo m1" };

/** Measures a call of a platform's API with several HTTP clients: with pauses between calls, and without. */
export async function benchHttp(perSecond: number): Promise<BenchTable> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.end('{"ok":true,"result":{"message_id":1}}'));
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/sendMessage`);
    });
  });
  const client = createHttpClient({ service: "Bench", secrets: [] });
  const plain = ky.create({ retry: 0, timeout: false });
  const ways: Record<string, () => Promise<unknown>> = {
    "the adapters' client, over node:http": () => client.json({ url, name: "send", json: BODY }),
    "the Web's fetch": async () => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(BODY) });
      return answer.json();
    },
    "ky on the Web's fetch": () => plain.post(url, { json: BODY }).json(),
  };
  const cold = new Map<string, number[]>();
  for (const call of Object.values(ways)) for (let warm = 0; warm < 500; warm++) await call();
  for (let index = 0; index < COLD_CALLS; index++) {
    for (const [name, call] of Object.entries(ways)) {
      await sleep(1000 / perSecond);
      const started = performance.now();
      await call();
      const all = cold.get(name) ?? [];
      cold.set(name, all);
      all.push(performance.now() - started);
    }
  }
  const rows: string[][] = [];
  for (const [name, call] of Object.entries(ways)) {
    const before = process.cpuUsage();
    for (let index = 0; index < HOT_CALLS; index++) await call();
    const { user, system } = process.cpuUsage(before);
    const cpuUs = (user + system) / HOT_CALLS;
    rows.push([name, median(cold.get(name) ?? []).toFixed(2), cpuUs.toFixed(0)]);
  }
  server.closeAllConnections();
  server.close();
  return {
    caption: "One call of a platform's API, server and client in one process",
    columns: ["way", `p50 ms at ${perSecond}/s`, "CPU µs a call, one after another"],
    rows,
  };
}
