import { element, send } from "./dom.js";
import { createLanguageSwitch, localized, t, translate } from "./language.js";
import { preview } from "./messages.js";
import { createNotice } from "./notice.js";
import { createPanel } from "./panel.js";
import { copyTest } from "./test-dialog.js";
import { createTools } from "./tools.js";

const SIGNS = { wechat: "微", feishu: "飞", wecom: "企", dingtalk: "钉", telegram: "电" };

translate(document);
translate(document.getElementById("panel").content);
createLanguageSwitch(document.getElementById("language"));

const tabs = document.getElementById("tabs");
const offline = document.getElementById("offline");
const notice = createNotice(document.getElementById("notice"));
/** What the page says of itself. */
let words = { suggestions: [], tools: [] };
/** The log, and the tools of the host. */
let tools;
/** What people have written, by platform and id, for the log. */
const written = new Map();
/** By platform: its tab, its panel, whom it plays. */
const places = new Map();
let current = "";
const loadedAt = Date.now();

function addPlace(view) {
  const { platform } = view;
  const title = t(`platform.${platform}`);
  const panel = createPanel(view, words, {
    toggleTools: () => tools?.toggle(),
    copyTest,
    saveRecord,
  });
  const state = element("small", { className: "state" });
  const unread = element("span", { className: "unread", hidden: true });
  const tab = element(
    "button",
    { id: `tab-${platform}`, role: "tab", type: "button", tabIndex: -1 },
    element("span", { className: "sign", ariaHidden: "true" }, SIGNS[platform]),
    element("span", { className: "title" }, title),
    state,
    unread,
  );
  tab.dataset.platform = platform;
  tab.setAttribute("aria-controls", panel.element.id);
  tab.setAttribute("aria-selected", "false");
  tab.addEventListener("click", () => open(platform));
  tabs.append(tab);
  document.getElementById("panels").append(panel.element);
  const place = { panel, tab, state, unread, title, last: "" };
  places.set(platform, place);
  return place;
}

function open(platform) {
  current = platform;
  sessionStorage.platform = platform;
  for (const [name, { tab, panel, unread }] of places) {
    const isCurrent = name === platform;
    tab.setAttribute("aria-selected", String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
    panel.element.hidden = !isCurrent;
    if (!isCurrent) continue;
    unread.hidden = true;
    unread.textContent = "";
    panel.opened();
  }
}

tabs.addEventListener("keydown", (event) => {
  const all = [...tabs.children];
  const at = all.findIndex((tab) => tab.dataset.platform === current);
  const to = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: all.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const tab = all[(to + all.length) % all.length];
  open(tab.dataset.platform);
  tab.focus();
});

function showPlatforms(views) {
  for (const view of views) {
    const place = places.get(view.platform) ?? addPlace(view);
    place.panel.update(view);
    place.tab.dataset.state = view.state;
    place.stateWords = view.simulated ? t(`state.${view.state}`) : t("platform.real");
    const isUsable = view.state === "connected";
    place.state.textContent = isUsable ? place.last || place.stateWords : place.stateWords;
    place.tab.title = place.stateWords;
  }
  if (current !== "") return;
  // A link to the page may name a platform: `#telegram`.
  const wanted = [location.hash.slice(1), sessionStorage.platform, words.start, ...places.keys()];
  open(wanted.find((platform) => places.has(platform)));
}

function showMessage(message) {
  const place = places.get(message.platform);
  if (place === undefined) return;
  const isNew = message.at > loadedAt;
  place.panel.add(message, isNew);
  if (message.id !== undefined) written.set(keyOf(message), message);
  place.last = preview(message);
  place.state.textContent = place.last;
  if (message.platform === current || message.by !== "bot" || !isNew) return;
  place.unread.hidden = false;
  place.unread.textContent = String(Number(place.unread.textContent) + 1);
}

function showHandled(entry) {
  const place = places.get(entry.platform);
  if (place === undefined) return;
  place.panel.handled(entry);
  const message = written.get(keyOf(entry));
  const person = message === undefined ? t("log.somebody") : place.panel.nameOf(message.user);
  tools?.log.addTurn({ platform: entry.platform, title: place.title, person, message, entry });
  tools?.refresh();
}

function keyOf({ platform, id }) {
  return `${platform} ${id}`;
}

async function saveRecord(run) {
  const { value, error } = await send("tools/records/save", run);
  notice.show(
    error === undefined
      ? { kind: "done", text: t("run.saved", value) }
      : { kind: "error", text: t("page.notSaved", { problem: error }) },
  );
}

function showWords(given) {
  words = given;
  document.title = localized(words.title ?? t("page.title"));
  document.querySelector("h1").textContent = document.title;
  document.getElementById("about").textContent = localized(words.about);
  tools ??= createTools(document.getElementById("tools"), words.tools);
}

const events = new EventSource("events");
events.addEventListener("open", () => {
  offline.hidden = true;
  // The feed restarts from its beginning.
  written.clear();
  tools?.log.clear();
  for (const place of places.values()) {
    place.panel.clear();
    place.last = "";
    place.unread.hidden = true;
    place.unread.textContent = "";
  }
});
events.addEventListener("error", () => {
  offline.hidden = false;
});
events.addEventListener("page", ({ data }) => showWords(JSON.parse(data)));
events.addEventListener("notice", ({ data }) => {
  const given = JSON.parse(data);
  notice.show(given);
  tools?.log.addNotice(given);
  tools?.refresh();
});
events.addEventListener("platforms", ({ data }) => showPlatforms(JSON.parse(data)));
events.addEventListener("message", ({ data }) => showMessage(JSON.parse(data)));
events.addEventListener("handled", ({ data }) => showHandled(JSON.parse(data)));
