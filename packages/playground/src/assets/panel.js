import { createComposer } from "./composer.js";
import { element, post } from "./dom.js";
import { createLogin } from "./login.js";
import { markHandled } from "./details.js";
import { messageElement } from "./messages.js";

/** The panel of one platform: its login, its chat and what a person can say. */
export function createPanel(view, suggestions) {
  const { platform, title, user, simulated, capabilities } = view;
  const panel = document.getElementById("panel").content.cloneNode(true).querySelector("section");
  const find = (selector) => panel.querySelector(selector);
  const chat = find(".chat");
  const said = new Map();
  /** Activities of messages that have not arrived yet. */
  const early = new Map();
  /** Whether the chat is scrolled to its end, so that new messages scroll into view. */
  let sticks = true;
  panel.id = `panel-${platform}`;
  panel.dataset.platform = platform;
  panel.setAttribute("aria-labelledby", `tab-${platform}`);
  find("h2").textContent = title;
  find(".facts").textContent = factsOf(view);
  const composer = createComposer(panel, view, showProblem);
  const login = view.login && createLogin(find(".login"), view);
  find(".logout").addEventListener("click", async () => {
    const error = await post(`/simulators/${platform}/logout`);
    if (error !== undefined) showProblem(`Not logged out: ${error}`);
  });
  const typing = element(
    "div",
    {
      className: "message bot typing",
      role: "status",
      hidden: true,
      ariaLabel: "The bot is typing",
    },
    element("i"),
    element("i"),
    element("i"),
  );
  clear();

  function append(node) {
    chat.insertBefore(node, typing);
    if (sticks) scrollToEnd();
  }

  function scrollToEnd() {
    chat.scrollTop = chat.scrollHeight;
  }

  function showProblem(words) {
    append(element("p", { className: "note problem", role: "alert" }, words));
  }

  function clear() {
    said.clear();
    early.clear();
    chat.replaceChildren(
      simulated
        ? emptyState()
        : element("p", { className: "note" }, `This bot is on ${title} itself: write to it there.`),
      typing,
    );
  }

  function emptyState() {
    const buttons = suggestions.map((text) => {
      const button = element("button", { type: "button", className: "quiet" }, text);
      button.addEventListener("click", () => composer.say(text));
      return button;
    });
    return element(
      "div",
      { className: "empty" },
      element("p", {}, `You are ${user}, in a private chat with the bot.`),
      element("p", {}, "Try one of these, or send a picture, a voice message or a file."),
      element("div", { className: "suggestions" }, ...buttons),
    );
  }

  chat.addEventListener("scroll", () => {
    sticks = chat.scrollHeight - chat.scrollTop - chat.clientHeight < 80;
  });
  // Pictures have no height before they are there.
  chat.addEventListener("load", () => sticks && scrollToEnd(), { capture: true });

  return {
    element: panel,
    clear,
    focus: () => composer.focus(),
    scrollToEnd,
    update({ state, problem, login: stage, typing: people }) {
      const isOpen = simulated && state !== "login" && state !== "failed";
      panel.dataset.state = state;
      find(".broken").hidden = state !== "failed";
      find(".broken").textContent = `The bot is not connected. ${problem ?? ""}`;
      find(".login").hidden = state !== "login";
      chat.hidden = state === "login";
      find("form").hidden = !isOpen;
      find(".logout").hidden = !(isOpen && login !== undefined);
      if (stage !== undefined) login?.update(stage);
      const isTyping = people.includes(user);
      if (typing.hidden !== isTyping) return;
      typing.hidden = !isTyping;
      if (isTyping) scrollToEnd();
    },
    add(message) {
      find(".empty")?.remove();
      const made = messageElement(message, capabilities.quotes ? composer.quote : undefined);
      append(made);
      if (message.id !== undefined) {
        said.set(message.id, made);
        if (early.has(message.id)) markHandled(made, early.get(message.id));
      }
      if (message.by === "person") scrollToEnd();
    },
    handled(entry) {
      const message = said.get(entry.id);
      if (message === undefined) early.set(entry.id, entry);
      else markHandled(message, entry);
      if (sticks) scrollToEnd();
    },
  };
}

/** What is special about a platform, quietly. */
function factsOf({ user, simulated, capabilities: { typing, quotes, receive } }) {
  const lacks = [];
  if (!typing) lacks.push("typing indicator");
  if (!quotes) lacks.push("quotes");
  for (const kind of ["image", "voice", "video", "file"])
    if (!receive.includes(kind)) lacks.push(kind);
  const who = simulated ? `simulated · you are ${user}` : "the real platform";
  return lacks.length === 0 ? who : `${who} · this platform has no ${lacks.join(", no ")}`;
}
