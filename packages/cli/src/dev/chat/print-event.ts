import { type ErrorReport, formatHeadline, HANDLER_FAILED } from "@botwright/core";
import { printFrame } from "../../output/code-frame.ts";
import { formatCall, formatOutcome } from "../../output/format-call.ts";
import { plural } from "../../output/plural.ts";
import type { Format, Output } from "../../terminal.ts";
import type { DevEvent, DevTurn } from "../events.ts";

const LEVELS: Readonly<Record<string, Format>> = { warn: "yellow", error: "red" };

/** Shows an event to a person. */
export function printEvent(event: DevEvent, out: Output): void {
  const dim = (text: string): string => out.style("dim", text);
  switch (event.type) {
    case "ready":
      out.line(
        `${out.style("bold", "botwright dev")} ${dim(`ready in ${event.ms.toFixed(0)} ms`)}`,
      );
      out.line(`  plugins    ${event.plugins.join(", ") || out.style("red", "none loads yet")}`);
      out.line(`  platforms  ${event.platforms.join(", ")} ${dim("(simulated)")}`);
      out.line(`  page       ${event.url}/`);
      out.line(
        dim("  AI and search are fakes; the network is real. Saving a file loads it again."),
      );
      return;
    case "loaded": {
      const how = event.isReload ? `loaded again, ${event.ms} ms after it was saved` : "loaded";
      return out.line(`${out.style("green", "✓")} ${event.file} ${dim(how)}`);
    }
    case "unloaded":
      return out.line(`${out.style("yellow", "−")} ${event.file} ${dim("is gone")}`);
    case "load-failed": {
      const after = event.isServingOld ? "; the version before goes on" : "";
      const headline = formatHeadline(event);
      return printFailure(out, `${out.style("red", "✗")} ${event.file}: ${headline}`, event, after);
    }
    case "notice": {
      const place = `${event.file}:${event.line}:${event.column}`;
      return out.line(`  ${out.style("yellow", place)} ${event.message} ${dim(event.rule)}`);
    }
    case "said":
      return out.line(
        `${out.style("cyan", event.from)} ${dim(`on ${event.platform}`)} › ${event.text || `[${event.kind}]`}`,
      );
    case "call": {
      const answer = formatOutcome(event);
      return out.line(dim(`  · ${formatCall(event)} → ${answer}  ${event.ms.toFixed(1)} ms`));
    }
    case "log":
      return printLog(event, out);
    case "sent":
      return out.line(
        `${out.style("magenta", "bot")} ${dim(`to ${event.to}`)} › ${describeSent(event)}`,
      );
    default:
      printTurn(event, out);
  }
}

function printLog(
  { level, text, fields: { plugin, ...rest } }: Extract<DevEvent, { type: "log" }>,
  out: Output,
): void {
  // The turn reports handler errors.
  if (text === HANDLER_FAILED || (level === "debug" && plugin === undefined)) return;
  const details = Object.entries(rest)
    .filter(([name]) => name !== "callId")
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const format = LEVELS[level] ?? "dim";
  const who = typeof plugin === "string" ? plugin : "host";
  out.line(
    `  ${out.style(format, `${who} ${level}`)} ${text}${out.style("dim", details.join(""))}`,
  );
}

/** Shows an error with its code, and the lines of the file that it happened in. */
function printFailure(out: Output, text: string, { code, frame }: ErrorReport, after = ""): void {
  out.line(`${text} ${out.style("dim", `(${code})${after}`)}`);
  if (frame !== undefined) printFrame(frame, out);
}

function describeSent({ kind, text, name, size }: Extract<DevEvent, { type: "sent" }>): string {
  if (kind === "text") return text ?? "";
  return [`[${kind}]`, name, size === undefined ? undefined : plural(size, "byte"), text]
    .filter((part) => part !== undefined)
    .join(" ");
}

function printTurn({ handledBy, runs, ms, gas, credits, hostCalls }: DevTurn, out: Output): void {
  for (const { plugin, error } of runs) {
    if (error === undefined) continue;
    printFailure(out, `  ${out.style("red", `${plugin} failed`)} ${formatHeadline(error)}`, error);
  }
  const who = handledBy === null ? "no plugin has handled it" : `handled by ${handledBy}`;
  const figures = [
    `${ms.toFixed(1)} ms`,
    `gas ${gas}`,
    plural(credits, "credit"),
    plural(hostCalls, "host call"),
  ];
  out.line(out.style("dim", `  ${who} · ${figures.join(" · ")}`));
}
