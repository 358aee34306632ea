import { createComposer } from "./composer.js";
import { button, element, post } from "./dom.js";
import { inList } from "./format.js";
import { localized, t } from "./language.js";
import { createLogin } from "./login.js";
import { markHandled } from "./details.js";
import { messageElement } from "./messages.js";
import { createPeople } from "./people.js";

/**
 * The panel of one platform: its login, its chats and what a person can say.
 *
 * @param words what the page says of itself, with the names of its tools
 */
export function createPanel(view, words, actions) {
  const { platform, simulated, capabilities } = view;
  const title = t(`platform.${platform}`);
  const panel = document.getElementById("panel").content.cloneNode(true).querySelector("section");
  const find = (selector) => panel.querySelector(selector);
  const chat = find(".chat");
  /** All messages of all people, in order. */
  let messages = [];
  /** What the plugins did, by the id of the message. */
  const handled = new Map();
  /** The messages that are shown, by id. */
  const shown = new Map();
  /** Whether the chat is scrolled to its end, so that new messages scroll into view. */
  let sticks = true;
  panel.id = `panel-${platform}`;
  panel.dataset.platform = platform;
  panel.dataset.drop = t("chat.drop");
  panel.setAttribute("aria-labelledby", `tab-${platform}`);
  find("h2").textContent = title;
  find(".facts").textContent = factsOf(view);
  const people = createPeople(find(".people"), view, showChat, showProblem);
  find(".people").hidden = !simulated;
  if (view.bindAt !== undefined) find(".unbound a").href = view.bindAt;
  const composer = createComposer(panel, view, () => people.current, showProblem);
  const login = view.login && createLogin(find(".login"), view);
  find(".logout").addEventListener("click", async () => {
    const problem = await post(`simulators/${platform}/logout`);
    if (problem !== undefined) showProblem(t("chat.notLoggedOut", { problem }));
  });
  if (words.tools.length === 0) find(".open-tools").textContent = t("tools.log");
  find(".open-tools").addEventListener("click", actions.toggleTools);
  find(".copy-test").hidden = !words.tools.includes("records") || !simulated;
  find(".copy-test").addEventListener("click", () => actions.copyTest(platform, showProblem));
  const typing = element(
    "div",
    {
      className: "message bot typing",
      role: "status",
      hidden: true,
      ariaLabel: t("chat.typing"),
    },
    element("i"),
    element("i"),
    element("i"),
  );
  // Pictures and videos have no height before they are there.
  const sizes = new ResizeObserver(() => sticks && scrollToEnd());
  people.update(view.people);

  function append(node) {
    chat.insertBefore(node, typing);
    sizes.observe(node);
    if (sticks) scrollToEnd();
  }

  function scrollToEnd() {
    // An empty chat is read from its first words.
    chat.scrollTop = find(".empty") === null ? chat.scrollHeight : 0;
  }

  function showProblem(text) {
    append(element("p", { className: "note problem", role: "alert" }, text));
  }

  function clear() {
    messages = [];
    handled.clear();
    people.forgetNews();
    showChat();
  }

  /** Draws the chat of the person who is played. */
  function showChat() {
    shown.clear();
    sizes.disconnect();
    sticks = true;
    chat.replaceChildren(
      simulated
        ? emptyState()
        : element("p", { className: "note" }, t("chat.real", { platform: title })),
      typing,
    );
    composer.restore();
    for (const message of messages) if (message.user === people.current) draw(message);
    scrollToEnd();
  }

  function draw(message) {
    find(".empty")?.remove();
    const made = messageElement(message, capabilities.quotes ? composer.quote : undefined);
    append(made);
    if (message.id === undefined) return;
    shown.set(message.id, made);
    if (handled.has(message.id)) mark(made, handled.get(message.id));
  }

  function mark(made, entry) {
    markHandled(made, entry, words.tools.includes("records") ? actions.saveRecord : undefined);
  }

  function emptyState() {
    const buttons = words.suggestions.map((text) =>
      button(text, "quiet", () => composer.say(text)),
    );
    return element(
      "div",
      { className: "empty" },
      element("p", {}, t("chat.you", { name: people.nameOf(people.current) })),
      element("p", {}, t("chat.begin")),
      element("div", { className: "suggestions" }, ...buttons),
    );
  }

  chat.addEventListener("scroll", () => {
    sticks = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 80;
  });

  return {
    element: panel,
    clear,
    focus: () => composer.focus(),
    /** The panel has become visible: before, nothing in it had a height. */
    opened() {
      composer.fit();
      scrollToEnd();
    },
    nameOf: people.nameOf,
    update({ state, problem = "", advice, login: stage, typing: typers, people: all }) {
      people.update(all);
      const isOpen = simulated && !["login", "failed", "unbound"].includes(state);
      panel.dataset.state = state;
      find(".broken").hidden = state !== "failed";
      find(".broken").textContent = [
        t("chat.failed", { problem }),
        ...(advice === undefined ? [] : [t("chat.advice", { advice: localized(advice) })]),
      ].join(" ");
      find(".unbound").hidden = state !== "unbound";
      find(".login").hidden = state !== "login";
      chat.hidden = state === "login";
      find(".composer").hidden = !isOpen;
      find(".logout").hidden = !(isOpen && login !== undefined);
      if (stage !== undefined) login?.update(stage);
      const isTyping = typers.includes(people.current);
      if (typing.hidden !== isTyping) return;
      typing.hidden = !isTyping;
      if (isTyping && sticks) scrollToEnd();
    },
    /** Adds a message; `isNews` when it has come after the page. */
    add(message, isNews) {
      messages.push(message);
      if (message.user === people.current) {
        draw(message);
        if (message.by === "person") scrollToEnd();
      } else if (isNews && message.by === "bot") people.addNews(message.user);
    },
    handled(entry) {
      handled.set(entry.id, entry);
      if (shown.has(entry.id)) mark(shown.get(entry.id), entry);
      if (sticks) scrollToEnd();
    },
  };
}

/** What is special about a platform, quietly. */
function factsOf({ simulated, capabilities: { typing, quotes, receive } }) {
  const has = { typing, quotes };
  for (const kind of ["image", "voice", "video", "file"]) has[kind] = receive.includes(kind);
  const lacks = Object.keys(has).filter((name) => !has[name]);
  const kind = simulated ? t("platform.simulated") : t("platform.real");
  if (lacks.length === 0) return kind;
  const list = inList(
    lacks.map((name) => t(`without.${name}`)),
    "or",
  );
  return t("platform.without", { kind, list });
}
