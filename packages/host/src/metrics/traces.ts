import type { BotEvent, MessageIdentity, OnBotEvent, RunIdentity } from "@botwright/core";
import { context, type Span, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";

/** Options of {@link createTraces}. */
export interface TracesOptions {
  /**
   * @default the tracer of the OpenTelemetry SDK that the process has registered; without an SDK, nothing is reported
   */
  readonly tracer?: Tracer;
}

/**
 * Reports the handling of messages as OpenTelemetry spans: one for the message, in it one for each plugin's run, and in
 * that one for each host call. No attribute contains a text, an address or a value of a user.
 *
 * @example
 * createHost({ …, onEvent: createTraces() });
 */
export function createTraces(options: TracesOptions = {}): OnBotEvent {
  const { tracer = trace.getTracer("botwright") } = options;
  /**
   * The open spans of each message in the order in which they began, its own first. A run that an infrastructure error
   * has ended has no `plugin-ended` event; its span ends with the message's.
   */
  const open = new Map<string, Map<string, Span>>();

  function begin(of: MessageIdentity, key: string, name: string, parent?: string): void {
    const spans = open.get(messageKey(of)) ?? new Map<string, Span>();
    open.set(messageKey(of), spans);
    const above = parent === undefined ? undefined : spans.get(parent);
    const within = above === undefined ? context.active() : trace.setSpan(context.active(), above);
    const attributes = { "bot.id": of.botDbId };
    spans.set(key, tracer.startSpan(name, { attributes }, within));
  }

  function end(of: MessageIdentity, key: string, failure?: string): void {
    const spans = open.get(messageKey(of));
    const span = spans?.get(key);
    if (span === undefined) return;
    spans?.delete(key);
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end();
  }

  function endMessage(of: MessageIdentity, failure?: string): void {
    // In reverse order, so that inner spans end before outer ones.
    for (const key of [...(open.get(messageKey(of))?.keys() ?? [])].toReversed()) {
      end(of, key, failure);
    }
    open.delete(messageKey(of));
  }

  return (event: BotEvent) => {
    switch (event.type) {
      case "message-started":
        begin(event, MESSAGE, "message");
        break;
      case "message-done":
        endMessage(event);
        break;
      case "message-failed":
        endMessage(event, event.error.code);
        break;
      case "plugin-started":
        begin(event, event.plugin, `plugin ${event.plugin}`, MESSAGE);
        break;
      case "plugin-ended":
        end(event, event.plugin, event.run.error?.code);
        break;
      case "host-call-begun":
        begin(event, callKey(event), event.operation, event.plugin);
        break;
      case "host-call-settled":
        end(event, callKey(event), event.outcome.ok ? undefined : event.outcome.error.code);
        break;
    }
  };
}

/** The key of a message's own span; no plugin has an empty slug. */
const MESSAGE = "";

function messageKey({ botDbId, messageId }: MessageIdentity): string {
  return `${botDbId}/${messageId}`;
}

function callKey({ plugin, sequence }: RunIdentity & { readonly sequence: number }): string {
  return `${plugin}/${sequence}`;
}
