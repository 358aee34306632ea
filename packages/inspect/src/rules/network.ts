import type { PluginMeta } from "@botwright/core";
import type { AnyNode } from "acorn";
import { type Address, createAddressFinder } from "../addresses.ts";
import { unchained } from "../walk.ts";
import { builtinPath, type NodeOf, type RuleContext } from "./context.ts";
import { createUserData } from "./user-data.ts";

/** Which hosts `fetch` is given, and whether it can and may reach them. */
export function checkNetwork(context: RuleContext, meta: PluginMeta | null): void {
  const { script, evaluator, report } = context;
  const calls = script.nodes.flatMap((node) =>
    node.type === "CallExpression" && builtinPath(context, unchained(node.callee)) === "fetch"
      ? [node]
      : [],
  );
  const findAddresses = createAddressFinder(script, evaluator);
  const userData = createUserData(script);
  const hosts = new Set<string>();
  const permitted = meta?.permissions?.hosts;
  for (const call of calls) {
    const [first] = call.arguments;
    const found = first ? findAddresses(first) : [undefined];
    for (const address of found) {
      const host = address && hostOf(context, address);
      if (host !== undefined && !hosts.has(host)) {
        hosts.add(host);
        report("fetch-host", placeOf(address, call), `fetch is given ${host}`);
        if (meta?.permissions && !isPermitted(permitted, host)) {
          const message = `${host} is not in meta.permissions.hosts: fetch refuses it`;
          report("host-not-declared", placeOf(address, call), message);
        }
      } else if (host === undefined && (address === undefined || !isWholeUrl(address))) {
        report("fetch-address-unknown", call, "which host this is shows only when running");
      }
    }
    const sent = userData.namesIn(call);
    if (sent.length > 0) report("sends-user-data", call, `fetch is given ${sent.join(", ")}`);
  }
  checkUses(context, meta, calls, hosts);
}

function placeOf(address: Address | undefined, call: AnyNode): AnyNode {
  return address?.place ?? call;
}

const ADDRESS = /^(?<scheme>[a-z][a-z\d+.-]*):(?:\/\/(?<authority>[^/?#\\]*))?(?<rest>.*)$/isu;

const isWholeUrl = ({ text, isWhole }: Address): boolean => isWhole || ADDRESS.test(text);

/** The host, if it is known; tells of addresses that no `fetch` reaches. */
function hostOf({ report }: RuleContext, { text, isWhole, place }: Address): string | undefined {
  const { scheme, authority, rest } = ADDRESS.exec(text)?.groups ?? {};
  if (scheme === undefined) {
    if (isWhole) report("fetch-refused", place, "fetch needs a whole address: https://…");
    return undefined;
  }
  if (scheme.toLowerCase() !== "https") {
    report("fetch-refused", place, "fetch reaches only https addresses");
    return undefined;
  }
  if (authority === undefined || (rest === "" && !isWhole)) {
    report("fetch-address-unknown", place, "which host this is shows only when running");
    return undefined;
  }
  const url = URL.parse(`https://${authority}/`);
  if (url === null) {
    report("fetch-refused", place, "this is no address");
    return undefined;
  }
  if (url.port !== "") report("fetch-refused", place, "fetch reaches only port 443");
  if (PRIVATE.test(url.hostname)) {
    report("fetch-refused", place, "fetch reaches only public addresses");
  }
  return url.hostname;
}

const PRIVATE =
  /^(?:localhost|.*\.localhost|\[(?:::1?|f[cd].*|fe80.*)\]|(?:0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*)$/u;

/** Patterns as hosts check them: exact, `*.example.com` for its subdomains, `*` for any. */
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
  calls: readonly NodeOf<"CallExpression">[],
  hosts: ReadonlySet<string>,
): void {
  const permissions = meta?.permissions;
  if (permissions === undefined) return;
  const { script, report } = context;
  const declared = permissions.hosts ?? [];
  const [first] = calls;
  if (first && declared.length === 0 && hosts.size === 0) {
    const message = "meta.permissions.hosts is empty: fetch refuses every address";
    report("permission-not-declared", first, message);
  }
  const isFetchUsed = script.free.some(({ node }) => node.name === "fetch");
  if (declared.length > 0 && !isFetchUsed) {
    report("permission-unused", { start: 0, end: 0 }, "permissions.hosts, but no fetch");
  }
}
