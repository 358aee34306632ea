import { button, element, icon } from "./dom.js";
import { inList, inMs, sizeInWords } from "./format.js";
import { t } from "./language.js";

/**
 * Says under a person's message which plugin took it. Where more is known, that line opens the
 * details.
 *
 * @param saveRecord saves a run for a replay; left out where the page's host keeps none
 */
export function markHandled(message, entry, saveRecord) {
  const { by, failed, ms, runs } = entry;
  const unhandled = failed === undefined ? t("run.nobody") : t("run.failedIn", { plugin: failed });
  const words = by === null ? unhandled : `${by} · ${inMs(ms)}`;
  const footer = message.querySelector("footer");
  if (saveRecord === undefined && !runs.some(hasDetails)) {
    footer.prepend(element("span", { className: "by" }, words));
    return;
  }
  const opener = element("button", { type: "button", className: "by" }, words, icon("open"));
  opener.title = t("run.details");
  opener.setAttribute("aria-expanded", "false");
  let details;
  opener.addEventListener("click", () => {
    details ??= addDetails(message, opener, entry, saveRecord);
    const isOpen = details.hidden;
    details.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    details.scrollIntoView({ block: "nearest" });
    // Of long details the beginning, with the line that closes them.
    message.scrollIntoView({ block: "nearest" });
  });
  footer.prepend(opener);
}

function hasDetails({ error, logs, calls, cpuMs, gas, memoryBytes, credits }) {
  return [error, logs, calls, cpuMs, gas, memoryBytes, credits].some(
    (detail) => detail !== undefined,
  );
}

let number = 0;

function addDetails(message, opener, { platform, id, runs }, saveRecord) {
  const save = saveRecord && ((plugin) => saveRecord({ platform, messageId: id, plugin }));
  const details = element(
    "section",
    { className: "details", id: `details-${(number += 1)}`, hidden: true },
    ...runsElements(runs, save),
  );
  details.setAttribute("aria-label", t("run.details"));
  opener.setAttribute("aria-controls", details.id);
  message.after(details);
  return details;
}

/** The runs in their order; those in a row that passed the message on are folded into one line. */
function runsElements(runs, save) {
  const made = [];
  for (let at = 0; at < runs.length;) {
    const end = runs.findIndex(({ status }, index) => index >= at && status !== "passed");
    const passed = runs.slice(at, end === -1 ? runs.length : end);
    if (passed.length > 0) made.push(passedElement(passed, save));
    else made.push(runElement(runs[at], save));
    at += Math.max(1, passed.length);
  }
  return made;
}

function passedElement(runs, save) {
  const plugins = inList(runs.map(({ plugin }) => plugin));
  const line = t("run.passedOn", { count: runs.length, plugins });
  return element(
    "details",
    { className: "passed-runs" },
    element("summary", {}, line),
    ...runs.map((run) => runElement(run, save)),
  );
}

function runElement({ plugin, status, ms, error, logs = [], calls = [], more, ...used }, save) {
  return element(
    "div",
    { className: `run ${status}` },
    element(
      "header",
      {},
      element("strong", {}, plugin),
      element("span", {}, t(`run.${status}`)),
      ...factsOf(used, ms).map((fact) => element("span", { className: "fact" }, fact)),
    ),
    ...(error === undefined ? [] : errorElements(error)),
    calls.length === 0
      ? undefined
      : element("ol", { className: "calls" }, ...calls.map(callElement)),
    logs.length === 0 ? undefined : element("ul", { className: "logs" }, ...logs.map(logElement)),
    more === undefined
      ? undefined
      : element("p", { className: "more" }, t("run.more", { count: more })),
    save &&
      element(
        "p",
        { className: "run-actions" },
        button(t("run.save"), "link", () => save(plugin)),
      ),
  );
}

/** Why a run failed, and the lines around the place. */
export function errorElements({ code, message, frame }) {
  return [
    element("pre", { className: "problem" }, `${code}: ${message}`),
    ...(frame === undefined ? [] : [element("pre", { className: "code-frame" }, frame)]),
  ];
}

function factsOf({ cpuMs, gas, memoryBytes, credits }, ms) {
  return [
    inMs(ms),
    cpuMs === undefined ? undefined : t("run.cpu", { time: inMs(cpuMs) }),
    gas === undefined ? undefined : t("run.gas", { gas }),
    memoryBytes === undefined ? undefined : sizeInWords(memoryBytes),
    credits === undefined ? undefined : t("run.credits", { count: credits }),
  ].filter((fact) => fact !== undefined);
}

function callElement({ operation, args, answer, failed, ms }) {
  return element(
    "li",
    { className: failed ? "failed" : "" },
    element("span", { className: "call" }, element("b", {}, operation), `(${args})`),
    answer === ""
      ? undefined
      : element("span", { className: "answer" }, `→ ${answer ?? t("run.noAnswer")}`),
    element("time", {}, ms === undefined ? "" : inMs(ms)),
  );
}

export function logElement({ level, text }) {
  return element("li", { className: level }, element("b", {}, level), element("span", {}, text));
}
