/** A metric, as Prometheus and the documentation's table show it. */
export interface MetricDefinition<Label extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: Label[];
}

/** The host's own metrics. No label identifies a user, a bot or a chat. */
export const METRICS = {
  requests: define("botwright_http_request_seconds", "Requests to the HTTP interface", [
    "method",
    "route",
    "status",
  ]),
  messages: define(
    "botwright_messages_total",
    "Messages by what became of them: accepted, handled, unhandled, failed, set_aside",
    ["result"],
  ),
  runs: define(
    "botwright_plugin_run_seconds",
    "Runs of plugins by their result: handled, passed, invalid, failed",
    ["status"],
  ),
  calls: define("botwright_host_call_seconds", "Host calls of plugins", ["operation", "outcome"]),
  conflicts: define(
    "botwright_storage_conflicts_total",
    "Writes to keys that another run had changed",
    ["result"],
  ),
  statuses: define("botwright_bot_status_changes_total", "Changes of bots' connections", ["state"]),
  sandbox: define(
    "botwright_sandbox_events_total",
    "What plugins did to this node's sandbox: worker-crashed, worker-hung, plugin-slow, plugin-struck, plugin-quarantined",
    ["type"],
  ),
  bots: define("botwright_bots_running", "Bots that run on this node", []),
  inbox: define(
    "botwright_inbox_messages",
    "Messages of all nodes that wait or are handled (open), and that were set aside (set_aside)",
    ["state"],
  ),
};

function define<const Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
): MetricDefinition<Label> {
  return { name, help, labelNames };
}
