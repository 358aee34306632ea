import { openDatabase, startEmbeddedPostgres } from "@botwright/host";
import { compile } from "./compile.ts";
import { type HostNode, makeDataFolder, startHostNode } from "./host-node.ts";
import type { InboxOrder, InboxRate } from "./host-settings.ts";
import { startTelegrams } from "./host-telegrams.ts";
import { startChild } from "./many.ts";
import { atLeast, type BenchTable, type Gate } from "./report.ts";

/** Bots, chats of each, and messages of a burst to all of them. */
const BOTS = 16;
const CHATS = 13;
const BURST = 4800;
const INBOX_MESSAGES = 6000;

interface Rate {
  readonly name: string;
  readonly perSecond: number;
  readonly inOrder: boolean;
}

/** Messages a second: of one node and of two with one database, whole and the inbox alone. */
export async function benchHostRate(): Promise<{ table: BenchTable; gates: Gate[] }> {
  await using data = await makeDataFolder();
  await using postgres = await startEmbeddedPostgres(data);
  const { host, user, database } = postgres.connection;
  const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
  const [inbox, inboxes] = await benchInbox(url);
  const [one, two] = await benchNodes(url);
  const rates = [one, two, inbox, inboxes];
  return {
    table: {
      caption: `Messages a second, ${BURST} said at once in ${BOTS * CHATS} chats of ${BOTS} bots`,
      columns: ["what", "messages/s", "each chat in order"],
      rows: rates.map(({ name, perSecond, inOrder }) => [
        name,
        perSecond.toFixed(0),
        inOrder ? "yes" : "no",
      ]),
    },
    gates: [
      atLeast("one node, end to end", 600, one.perSecond, "messages/s"),
      atLeast("the inbox alone, one node", 2000, inbox.perSecond, "messages/s"),
      atLeast("two nodes beside one, end to end", 1.4, two.perSecond / one.perSecond, "×"),
      {
        name: "each chat in order",
        limit: "yes",
        measured: rates.every(({ inOrder }) => inOrder) ? "yes" : "no",
        ok: rates.every(({ inOrder }) => inOrder),
      },
    ],
  };
}

/** What nodes did together. */
function sum(name: string, rates: readonly InboxRate[]): Rate {
  return {
    name,
    perSecond: rates.reduce((total, { perSecond }) => total + perSecond, 0),
    inOrder: rates.every(({ inOrder }) => inOrder),
  };
}

/** Accept, claim, finish, on one node and then on two. */
async function benchInbox(database: string): Promise<[one: Rate, two: Rate]> {
  await using open = await openDatabase({ connection: database });
  const file = await compile("bots/host-inbox");
  async function run(nodes: number): Promise<InboxRate[]> {
    const messages = INBOX_MESSAGES / nodes;
    const runs = Array.from({ length: nodes }, async (_, node) => {
      await using child = startChild<InboxOrder>(file, []);
      const botIds = Array.from({ length: BOTS / 2 }, (__, bot) => 1000 + node * BOTS + bot);
      return await child.ask<InboxRate>({ database, botIds, chats: 25, messages });
    });
    const rates = await Promise.all(runs);
    await open.db.deleteFrom("message").execute();
    return rates;
  }
  return [
    sum("the inbox alone, one node: accepted, handed out, ended", await run(1)),
    sum("the inbox alone, two nodes", await run(2)),
  ];
}

/** From the wire to the wire, on one node and then on two. */
async function benchNodes(database: string): Promise<[one: Rate, two: Rate]> {
  await using open = await openDatabase({ connection: database });
  await using telegrams = await startTelegrams(BOTS, CHATS);
  const addresses = { telegram: { apiBase: telegrams.url } };
  await using first = await startHostNode(database, addresses);
  const { client } = first;
  await client.signUp();
  await client.publish();
  const botIds: number[] = [];
  for (const token of telegrams.tokens) botIds.push(await client.bind(token));
  await client.connected(botIds);
  await telegrams.burst(500);
  const one = await telegrams.burst(BURST);
  await using second: HostNode = await startHostNode(database, addresses);
  await spread([first, second].length);
  await telegrams.burst(500);
  const two = await telegrams.burst(BURST);
  return [
    { name: "Botwright's host, one node: from the wire to the wire", ...one },
    { name: "Botwright's host, two nodes", ...two },
  ];

  /** A bot that is paused and resumed goes to one of the nodes: until all have equally many. */
  async function spread(nodes: number): Promise<void> {
    for (;;) {
      const rows = await open.db.selectFrom("bot").select(["id", "owner"]).execute();
      const owners = Map.groupBy(rows, ({ owner }) => owner);
      const [most = []] = [...owners.values()].toSorted((a, b) => b.length - a.length);
      if (owners.size === nodes && most.length === BOTS / nodes) break;
      const moved = most.slice(BOTS / nodes).map(({ id }) => id);
      for (const id of moved) await client.post(`/api/bots/${id}/pause`);
      for (const id of moved) await client.post(`/api/bots/${id}/resume`);
      await client.connected(botIds);
    }
  }
}
