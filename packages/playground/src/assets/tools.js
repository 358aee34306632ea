import { button, element, iconButton } from "./dom.js";
import { t } from "./language.js";
import { createAnswersPanel } from "./tool-answers.js";
import { createClockPanel } from "./tool-clock.js";
import { createLogPanel } from "./tool-log.js";
import { createSettingsPanel } from "./tool-settings.js";
import { createStoragePanel } from "./tool-storage.js";

const PANELS = [
  { name: "log", create: createLogPanel },
  { name: "storage", create: createStoragePanel },
  { name: "settings", create: createSettingsPanel },
  { name: "answers", create: createAnswersPanel },
  { name: "clock", create: createClockPanel },
];

/** Milliseconds of quiet after which a panel asks the server again. */
const REFRESH_MS = 50;

/**
 * The tools beside the chat: the log, and a panel for each tool of the host.
 *
 * @param names the tools that there are
 */
export function createTools(place, names) {
  const tabs = element("div", { className: "tool-tabs", role: "tablist" });
  tabs.setAttribute("aria-label", t("tools.label"));
  const panels = PANELS.filter(({ name }) => name === "log" || names.includes(name)).map(addPanel);
  const head = element("header", { className: "tool-head" }, tabs);
  head.append(iconButton(t("tools.close"), "close", close));
  place.replaceChildren(head, ...panels.map(({ body }) => body));
  let current = panels.find(({ name }) => name === sessionStorage.tool) ?? panels[0];

  function addPanel({ name, create }) {
    const body = element("div", { className: "tool", id: `tool-${name}`, role: "tabpanel" });
    body.tabIndex = -1;
    const tab = button(t(`tools.${name}`), "tool-tab", () => open(name));
    tab.id = `tool-tab-${name}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", body.id);
    body.setAttribute("aria-labelledby", tab.id);
    tabs.append(tab);
    return { name, tab, body, panel: create(body) };
  }

  function draw() {
    for (const one of panels) {
      const isCurrent = one === current;
      one.tab.setAttribute("aria-selected", String(isCurrent));
      one.tab.tabIndex = isCurrent ? 0 : -1;
      one.body.hidden = !isCurrent;
      if (!isCurrent || place.hidden) one.panel.closed?.();
    }
    if (place.hidden) return;
    current.panel.opened?.();
    void current.panel.refresh?.();
  }

  function open(name) {
    current = panels.find((one) => one.name === name);
    sessionStorage.tool = name;
    draw();
  }

  function toggle(isOpen = place.hidden) {
    place.hidden = !isOpen;
    document.body.classList.toggle("with-tools", isOpen);
    sessionStorage.tools = isOpen ? "open" : "closed";
    draw();
  }

  /** Closes them; the keyboard goes on where it has opened them. */
  function close() {
    toggle(false);
    document.querySelector(".panel:not([hidden]) .open-tools")?.focus();
  }

  tabs.addEventListener("keydown", (event) => {
    const at = panels.indexOf(current);
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: panels.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { name, tab } = panels[(to + panels.length) % panels.length];
    open(name);
    tab.focus();
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("form") === null) close();
  });
  const isWide = names.length > 0 && matchMedia("(min-width: 75rem)").matches;
  toggle((sessionStorage.tools ?? (isWide ? "open" : "closed")) === "open");

  let waiting;

  return {
    toggle() {
      toggle();
      if (!place.hidden) current.tab.focus();
    },
    log: panels[0].panel,
    /** Something has happened: what is shown may have changed. A page that opens hears of much at once. */
    refresh() {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        if (!place.hidden) void current.panel.refresh?.();
      }, REFRESH_MS);
    },
  };
}
