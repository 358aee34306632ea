import type { PluginMeta } from "@botwright/core";
import type { AnyNode } from "acorn";
import { type Address, parseAddress, trimmed } from "../../evaluate/address-text.ts";
import { createAddressFinder } from "../../evaluate/addresses.ts";
import type { HostCalls } from "../../notices/host-calls.ts";
import { findAddressChanges, findChanged } from "./address-changes.ts";
import { createOrigins } from "./address-origins.ts";
import { type FetchCall, findFetchCalls } from "./fetch-calls.ts";
import type { RuleContext } from "../context.ts";
import { createUserData } from "./user-data.ts";
import { sentence } from "../../words/sentence.ts";

/** Reports the hosts that `fetch` is called with, and whether the plugin can and may reach them. */
export function checkNetwork(
  context: RuleContext,
  meta: PluginMeta | null,
  hostCalls: HostCalls,
): void {
  const { script, evaluator, report } = context;
  const calls = findFetchCalls(context);
  const changes = findAddressChanges(context);
  const callNodes = new Set(calls.map(({ node }) => node));
  const isChanged = findChanged(context, changes, callNodes);
  const originsOf = createOrigins(context);
  const findAddresses = createAddressFinder(script, evaluator);
  const userData = createUserData(context, hostCalls, callNodes);
  const hosts = new Set<string>();
  const permitted = meta?.permissions?.hosts;
  const tellHost = (host: string, place: AnyNode): void => {
    if (hosts.has(host)) return;
    hosts.add(host);
    report("fetch-host", place, sentence("fetch-host", { host }));
    if (meta?.permissions && !isPermitted(permitted, host)) {
      report("host-not-declared", place, sentence("host-not-declared", { host }));
    }
  };
  for (const { place, value } of changes) {
    report("address-changed", place, sentence("address-changed"));
    for (const address of value ? findAddresses(value) : []) {
      const host = address && isHostKnown(address) ? hostIn(address.text) : undefined;
      if (host !== undefined) tellHost(host, place);
    }
  }
  for (const { node: call, address: first } of calls) {
    const found = first ? findAddresses(first) : [undefined];
    for (const address of found) {
      const host = address && hostOf(context, address);
      if (host !== undefined) tellHost(host, placeOf(address, call));
      else if (address === undefined || !isHostKnown(address)) {
        const origins = first ? originsOf(first) : [];
        report("fetch-address-unknown", call, sentence("fetch-address-unknown"));
        if (origins.length > 0) {
          // Honest plugins also fetch images of an AI, and addresses that the user has saved.
          const severity = origins.includes("origin/decoded") ? undefined : "info";
          const said = sentence("fetch-host-computed", { origins });
          report("fetch-host-computed", call, said, severity);
        }
      }
    }
    if (first && isChanged(first)) {
      report("fetch-address-unknown", call, sentence("fetch-address-unknown/changed"));
    }
    const names = userData.namesIn(call);
    if (names.length > 0) report("sends-user-data", call, sentence("sends-user-data", { names }));
  }
  checkUses(context, meta, calls, hosts);
}

/** The host of an absolute URL, or a text that is itself a host. */
function hostIn(text: string): string | undefined {
  const url = parseAddress(text.includes("//") ? text : `https://${text}/`);
  return url === null || url.hostname === "" || !url.hostname.includes(".")
    ? undefined
    : url.hostname;
}

function placeOf(address: Address | undefined, call: AnyNode): AnyNode {
  return address?.place ?? call;
}

/** Matches an address whose end may be unknown, because text after the authority does not change the host. */
const ADDRESS = /^(?<scheme>[a-z][a-z\d+.-]*):(?:[/\\]*(?<authority>[^/?#\\]*))(?<rest>.*)$/isu;

const partsOf = (text: string): Readonly<Record<string, string | undefined>> =>
  ADDRESS.exec(trimmed(text))?.groups ?? {};

const isHostKnown = ({ text, isWhole }: Address): boolean =>
  isWhole || (partsOf(text)["rest"] ?? "") !== "";

/** The host, if known; reports addresses that `fetch` cannot reach. */
function hostOf({ report }: RuleContext, { text, isWhole, place }: Address): string | undefined {
  const { scheme, authority, rest } = partsOf(text);
  if (scheme === undefined) {
    if (isWhole) report("fetch-refused", place, sentence("fetch-refused/relative"));
    return undefined;
  }
  if (scheme.toLowerCase() !== "https") {
    report("fetch-refused", place, sentence("fetch-refused/scheme"));
    return undefined;
  }
  // The unknown rest may continue the host.
  if (rest === "" && !isWhole) return undefined;
  const url = parseAddress(`https://${authority}/`);
  if (url === null) {
    report("fetch-refused", place, sentence("fetch-refused/no-address"));
    return undefined;
  }
  if (url.port !== "") report("fetch-refused", place, sentence("fetch-refused/port"));
  if (PRIVATE.test(url.hostname)) {
    report("fetch-refused", place, sentence("fetch-refused/private"));
  }
  return url.hostname;
}

const PRIVATE =
  /^(?:localhost|.*\.localhost|\[(?:::1?|f[cd].*|fe80.*)\]|(?:0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*)$/u;

/** Whether a host matches a pattern, by the rules of hosts: exact, `*.example.com` for subdomains, `*` for any. */
function isPermitted(patterns: readonly string[] | undefined, host: string): boolean {
  return (patterns ?? []).some((pattern) => {
    if (pattern === "*") return true;
    const name = pattern.toLowerCase().replace(/\.$/u, "");
    return name.startsWith("*.") ? host.endsWith(name.slice(1)) : name === host;
  });
}

function checkUses(
  context: RuleContext,
  meta: PluginMeta | null,
  calls: readonly FetchCall[],
  hosts: ReadonlySet<string>,
): void {
  const permissions = meta?.permissions;
  if (permissions === undefined) return;
  const { script, report } = context;
  const declared = permissions.hosts ?? [];
  const [first] = calls;
  if (first && declared.length === 0 && hosts.size === 0) {
    report("permission-not-declared", first.node, sentence("permission-not-declared/hosts"));
  }
  const isFetchUsed = script.free.some(({ node }) => node.name === "fetch");
  if (declared.length > 0 && !isFetchUsed) {
    report("permission-unused", { start: 0, end: 0 }, sentence("permission-unused/hosts"));
  }
}
