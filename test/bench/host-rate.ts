import { openDatabase, startEmbeddedPostgres } from "@botwright/host";
import { compile } from "./compile.ts";
import { type Cores, type NodeCores, shareCores } from "./cores.ts";
import type { HostClient } from "./host-client.ts";
import { type HostNode, makeDataFolder, startHostNode } from "./host-node.ts";
import type { HostDatabase, InboxOrder, InboxRate } from "./host-settings.ts";
import { startTelegrams, type Telegrams } from "./host-telegrams.ts";
import { startChild } from "./many.ts";
import { atLeast, type BenchTable, type Gate } from "./report.ts";

/** The number of bots, of chats of each bot, and of messages of a burst to all of them. */
const BOTS = 16;
const CHATS = 13;
const BURST = 4800;
/**
 * Bursts before the one that counts, which measures a host that has run for a while: on one core, V8 needs them to
 * compile the hot code. The rate grows by a third from the first burst to the fourth.
 */
const WARM_UPS = 3;
const INBOX_MESSAGES = 6000;

interface Rate {
  readonly name: string;
  /** The cores of the nodes, in words. */
  readonly where: string;
  readonly perSecond: number;
  readonly inOrder: boolean;
}

/** Measures messages a second: of one node, of two nodes with one database, and of the inbox alone. */
export async function benchHostRate(): Promise<{ table: BenchTable; gates: Gate[] }> {
  await using cores = await shareCores();
  const whole = await benchWhole(cores);
  const { one, two, inbox, inboxes } = await benchShared(cores);
  const rates = [whole, one, two, inbox, inboxes];
  const inOrder = rates.every((rate) => rate.inOrder);
  return {
    table: {
      caption: `Messages a second, ${BURST} sent at once in ${BOTS * CHATS} chats of ${BOTS} bots`,
      columns: ["what", "where", "messages/s", "each chat in order"],
      rows: rates.map((rate) => [
        rate.name,
        rate.where,
        rate.perSecond.toFixed(0),
        rate.inOrder ? "yes" : "no",
      ]),
    },
    gates: [
      atLeast("one node with its PostgreSQL, end to end", 600, whole.perSecond, "messages/s"),
      atLeast("the inbox alone, one node", 2000, inbox.perSecond, "messages/s"),
      atLeast("two nodes beside one, end to end", 1.4, two.perSecond / one.perSecond, "×"),
      {
        name: "each chat in order",
        limit: "yes",
        measured: inOrder ? "yes" : "no",
        ok: inOrder,
      },
    ],
  };
}

/** Measures one node that starts its database itself, both on the same two cores. */
async function benchWhole({ first, second, where }: NodeCores): Promise<Rate> {
  await using data = await makeDataFolder();
  await using telegrams = await startTelegrams(BOTS, CHATS);
  const cores = first && second && [...first, ...second];
  const { node } = await startWithBots({ folder: data.folder }, telegrams, cores);
  await using _ = node;
  return {
    name: "Botwright's host, one node with its PostgreSQL: from the wire to the wire",
    where: where([cores]),
    ...(await burst(telegrams)),
  };
}

/** Measures one node and then two, with a database that this process has started. */
async function benchShared(
  cores: NodeCores,
): Promise<Record<"one" | "two" | "inbox" | "inboxes", Rate>> {
  await using data = await makeDataFolder();
  await using postgres = await startEmbeddedPostgres(data);
  const { host, user, database } = postgres.connection;
  const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
  const [inbox, inboxes] = await benchInbox(url, cores);
  const [one, two] = await benchNodes(url, cores);
  return { one, two, inbox, inboxes };
}

/** Measures the inbox alone (accept, claim, finish), on one node and then on two. */
async function benchInbox(
  database: string,
  { first, second, where }: NodeCores,
): Promise<[one: Rate, two: Rate]> {
  await using open = await openDatabase({ connection: database });
  const file = await compile("bots/host-inbox");
  async function run(name: string, nodes: readonly (Cores | undefined)[]): Promise<Rate> {
    const messages = INBOX_MESSAGES / nodes.length;
    const runs = nodes.map(async (own, node) => {
      await using child = startChild<InboxOrder>(file, [], own);
      const botIds = Array.from({ length: BOTS / 2 }, (_, bot) => 1000 + node * BOTS + bot);
      return await child.ask<InboxRate>({ database, botIds, chats: 25, messages });
    });
    const rates = await Promise.all(runs);
    await open.db.deleteFrom("message").execute();
    return {
      name,
      where: where(nodes),
      perSecond: rates.reduce((total, { perSecond }) => total + perSecond, 0),
      inOrder: rates.every(({ inOrder }) => inOrder),
    };
  }
  return [
    await run("the inbox alone, one node: accept, hand out, end", [first]),
    await run("the inbox alone, two nodes", [first, second]),
  ];
}

/** Measures from the wire to the wire, on one node and then on two, each of which runs half of the bots. */
async function benchNodes(
  database: string,
  { first, second, where }: NodeCores,
): Promise<[one: Rate, two: Rate]> {
  await using open = await openDatabase({ connection: database });
  await using telegrams = await startTelegrams(BOTS, CHATS);
  const { node, botIds } = await startWithBots(database, telegrams, first);
  await using _ = node;
  const one = await burst(telegrams);
  await using other = await startHostNode(database, addressesOf(telegrams), [], second);
  await spread([node, other]);
  const two = await burst(telegrams);
  return [
    { name: "Botwright's host, one node", where: where([first]), ...one },
    { name: "Botwright's host, two nodes", where: where([first, second]), ...two },
  ];

  /** Pauses and resumes bots of the node with the most until all nodes have equally many; any node may claim them. */
  async function spread(nodes: readonly HostNode[]): Promise<void> {
    const each = BOTS / nodes.length;
    for (;;) {
      const rows = await open.db.selectFrom("bot").select(["id", "owner"]).execute();
      const owners = Map.groupBy(rows, ({ owner }) => owner);
      const [most = []] = [...owners.values()].toSorted((a, b) => b.length - a.length);
      if (owners.size === nodes.length && most.length === each) break;
      const moved = most.slice(each).map(({ id }) => id);
      for (const id of moved) await node.client.post(`/api/bots/${id}/pause`);
      for (const id of moved) await node.client.post(`/api/bots/${id}/resume`);
      await node.client.connected(botIds);
    }
  }
}

const addressesOf = ({ url }: Telegrams) => ({ telegram: { apiBase: url } });

/** Starts a node on an empty database, and binds all bots. */
async function startWithBots(
  database: HostDatabase,
  telegrams: Telegrams,
  cores: Cores | undefined,
): Promise<{ node: HostNode; botIds: readonly number[] }> {
  const node = await startHostNode(database, addressesOf(telegrams), [], cores);
  const botIds = await addBots(node.client, telegrams.tokens);
  return { node, botIds };
}

async function addBots(client: HostClient, tokens: readonly string[]): Promise<number[]> {
  await client.signUp();
  await client.publish();
  const botIds: number[] = [];
  for (const token of tokens) botIds.push(await client.bind(token));
  await client.connected(botIds);
  return botIds;
}

/** Warms the nodes up, and measures one burst. */
async function burst(telegrams: Telegrams): Promise<{ perSecond: number; inOrder: boolean }> {
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await telegrams.burst(BURST);
  return await telegrams.burst(BURST);
}
