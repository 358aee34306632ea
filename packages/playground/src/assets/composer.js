import { element, icon, post } from "./dom.js";
import { createRecorder } from "./recorder.js";

const KINDS = [
  { kind: "image", label: "Picture", accept: "image/*" },
  { kind: "video", label: "Video", accept: "video/*" },
  { kind: "voice", label: "Voice message", accept: "audio/*" },
  { kind: "file", label: "File", accept: "" },
];

/** Everything by which a person says something on one platform. */
export function createComposer(panel, { platform, user, capabilities }, showProblem) {
  const find = (selector) => panel.querySelector(selector);
  const text = find("textarea");
  const menu = find(".menu");
  const opener = find(".open-attach");
  const input = find("input.file");
  const kinds = KINDS.filter(({ kind }) => capabilities.receive.includes(kind));
  let quoted;

  for (const [selector, name] of [
    [".open-attach", "attach"],
    [".record", "voice"],
    [".send", "send"],
    [".drop-quote", "close"],
  ]) {
    find(selector).append(icon(name));
  }

  async function deliver(body) {
    const error = await post(`/simulators/${platform}/say`, body);
    if (error !== undefined) showProblem(`Not sent: ${error}`);
    return error === undefined;
  }

  function quote(message) {
    quoted = message;
    find(".quoting").hidden = message === undefined;
    find(".quoting span").textContent = message === undefined ? "" : message.text;
    if (message !== undefined) text.focus();
  }

  async function say(words) {
    const quoting = quoted && {
      text: quoted.text,
      ...(quoted.by === "person" ? { from: user } : {}),
    };
    quote(undefined);
    return deliver(JSON.stringify({ from: user, text: words, quote: quoting }));
  }

  function sendFile(file, kind = kindOf(file)) {
    const form = new FormData();
    form.set("from", user);
    form.set(kind, file, file.name || kind);
    return deliver(form);
  }

  function kindOf({ type }) {
    const [group] = type.split("/");
    const kind = { image: "image", video: "video", audio: "voice" }[group] ?? "file";
    return kinds.some((one) => one.kind === kind) ? kind : "file";
  }

  function toggleMenu(isOpen) {
    menu.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) menu.querySelector("button")?.focus();
  }

  for (const { kind, label, accept } of kinds) {
    const choice = element("button", { type: "button" }, icon(kind), label);
    choice.addEventListener("click", () => {
      toggleMenu(false);
      input.accept = accept;
      input.dataset.kind = kind;
      input.click();
    });
    menu.append(choice);
  }
  opener.addEventListener("click", () => toggleMenu(menu.hidden));
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!menu.hidden) {
      toggleMenu(false);
      opener.focus();
    } else quote(undefined);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".attach")) toggleMenu(false);
  });
  input.addEventListener("change", () => {
    for (const file of input.files) void sendFile(file, input.dataset.kind);
    input.value = "";
  });

  find(".drop-quote").addEventListener("click", () => quote(undefined));
  find("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (words === "") return;
    text.value = "";
    fit();
    // A message that could not be sent is put back, unless the person has typed something new.
    if (!(await say(words)) && text.value === "") text.value = words;
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find("form").requestSubmit();
  });
  const fit = () => {
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight + 2}px`;
  };
  text.addEventListener("input", fit);
  text.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) void sendFile(file);
  });
  panel.addEventListener("dragover", (event) => {
    event.preventDefault();
    panel.classList.add("dropping");
  });
  panel.addEventListener("dragleave", (event) => {
    if (!panel.contains(event.relatedTarget)) panel.classList.remove("dropping");
  });
  panel.addEventListener("drop", (event) => {
    event.preventDefault();
    panel.classList.remove("dropping");
    if (find("form").hidden) return;
    for (const file of event.dataTransfer.files) void sendFile(file);
  });
  createRecorder(panel, capabilities, (file) => sendFile(file, "voice"), showProblem);

  return { say, quote, focus: () => text.focus() };
}
