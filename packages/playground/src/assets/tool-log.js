import { element } from "./dom.js";
import { errorElements, logElement } from "./details.js";
import { inMs, timeFormat } from "./format.js";
import { localized, t } from "./language.js";

const clock = timeFormat({ timeStyle: "medium" });
/** How many entries are kept; the oldest goes first. */
const MOST = 500;

/** One log across all messages of all platforms, the newest at the end. */
export function createLogPanel(place) {
  const filter = element("input", { type: "search", placeholder: t("log.filter") });
  filter.setAttribute("aria-label", t("log.filterLabel"));
  const problems = element("input", { type: "checkbox" });
  const list = element("ol", { className: "log" });
  const none = element("p", { className: "none" }, t("log.none"));
  place.append(
    element(
      "div",
      { className: "log-filter" },
      filter,
      element("label", { className: "check" }, problems, t("log.problems")),
    ),
    none,
    element("div", { role: "log" }, list),
  );
  let sticks = true;

  function show(entry) {
    const words = filter.value.trim().toLowerCase();
    const hasWords = words === "" || entry.textContent.toLowerCase().includes(words);
    entry.hidden = !hasWords || (problems.checked && entry.dataset.problem === undefined);
  }

  function showAll() {
    for (const entry of list.children) show(entry);
  }

  function add(entry) {
    none.hidden = true;
    list.append(entry);
    show(entry);
    if (list.children.length > MOST) list.firstElementChild.remove();
    if (sticks) place.scrollTop = place.scrollHeight;
  }

  filter.addEventListener("input", showAll);
  problems.addEventListener("change", showAll);
  place.addEventListener("scroll", () => {
    sticks = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
  });

  return {
    clear() {
      list.replaceChildren();
      none.hidden = false;
    },
    opened() {
      if (sticks) place.scrollTop = place.scrollHeight;
    },
    /** What the plugins did with a message. */
    addTurn({ platform, title, person, message, entry }) {
      const { by, failed, ms, runs } = entry;
      const unhandled =
        failed === undefined ? t("log.noPlugin") : t("run.failedIn", { plugin: failed });
      const end = by ?? unhandled;
      const made = element(
        "li",
        {},
        element(
          "header",
          {},
          element("time", {}, clock.format(message?.at ?? Date.now())),
          element("b", {}, t("log.where", { person, platform: title })),
          element("span", { className: "end" }, `${end} · ${inMs(ms)}`),
        ),
        element("p", {}, message?.text || `[${t(`kind.${message?.type ?? "text"}`)}]`),
        ...runs.flatMap(runLines),
      );
      made.dataset.platform = platform;
      if (runs.some(isProblem)) made.dataset.problem = "";
      add(made);
    },
    /** A word from the host, such as a plugin that was loaded again. */
    addNotice({ kind, text }) {
      const made = element(
        "li",
        { className: "notice" },
        element(
          "header",
          {},
          element("time", {}, clock.format(Date.now())),
          element("b", {}, t("log.notice")),
        ),
        element("pre", { className: kind === "error" ? "problem" : "" }, localized(text)),
      );
      if (kind === "error") made.dataset.problem = "";
      add(made);
    },
  };
}

function isProblem({ status, logs = [] }) {
  return status === "failed" || logs.some(({ level }) => level === "error" || level === "warn");
}

function runLines({ plugin, error, logs = [], calls = [] }) {
  const failed = calls.filter((call) => call.failed);
  if (error === undefined && logs.length === 0 && failed.length === 0) return [];
  return [
    element("p", { className: "who" }, plugin),
    ...(logs.length === 0 ? [] : [element("ul", { className: "logs" }, ...logs.map(logElement))]),
    ...failed.map(({ operation, answer }) =>
      element("pre", { className: "problem" }, `${operation} → ${answer}`),
    ),
    ...(error === undefined ? [] : errorElements(error)),
  ];
}
