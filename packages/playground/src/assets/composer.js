import { element, icon, post } from "./dom.js";
import { t } from "./language.js";
import { createRecorder } from "./recorder.js";
import { createTranscriptionField } from "./transcription.js";

const KINDS = [
  { kind: "image", accept: "image/*" },
  { kind: "video", accept: "video/*" },
  { kind: "voice", accept: "audio/*" },
  { kind: "file", accept: "" },
];

/**
 * Everything by which a person says something on one platform.
 *
 * @param currentUser the id of the person who is played now
 */
export function createComposer(panel, view, currentUser, showProblem) {
  const { platform, capabilities } = view;
  const find = (selector) => panel.querySelector(selector);
  const text = find("textarea");
  const menu = find(".menu");
  const opener = find(".open-attach");
  const input = find("input.file");
  const form = find("form.composer");
  const kinds = KINDS.filter(({ kind }) => capabilities.receive.includes(kind));
  const words = createTranscriptionField(form, (file, heard) => sendFile(file, "voice", heard));
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
    const problem = await post(`simulators/${platform}/say`, body);
    if (problem !== undefined) showProblem(t("say.failed", { problem }));
    return problem === undefined;
  }

  function quote(message) {
    showQuote(message);
    if (message !== undefined) text.focus();
  }

  function showQuote(message) {
    quoted = message;
    find(".quoting").hidden = message === undefined;
    find(".quoting span").textContent = message === undefined ? "" : message.text;
  }

  async function say(said) {
    const quoting = quoted && {
      text: quoted.text,
      ...(quoted.by === "person" ? { from: currentUser() } : {}),
    };
    quote(undefined);
    return deliver(JSON.stringify({ from: currentUser(), text: said, quote: quoting }));
  }

  function sendFile(file, kind, heard = "") {
    const body = new FormData();
    body.set("from", currentUser());
    body.set(kind, file, file.name || kind);
    if (heard !== "") body.set("transcription", heard);
    return deliver(body);
  }

  /** A voice message may come with its words: they are asked for first. */
  function offer(file, kind = kindOf(file)) {
    if (kind === "voice" && view.hasTranscription) words.ask(file);
    else void sendFile(file, kind);
  }

  const draftKey = () => `draft:${platform}:${currentUser()}`;

  function keepDraft() {
    if (text.value === "") sessionStorage.removeItem(draftKey());
    else sessionStorage[draftKey()] = text.value;
    fit();
  }

  function fit() {
    text.style.height = "auto";
    // While the panel is hidden nothing has a height.
    if (text.scrollHeight > 0) text.style.height = `${text.scrollHeight + 2}px`;
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

  for (const { kind, accept } of kinds) {
    const choice = element("button", { type: "button" }, icon(kind), t(`kind.${kind}`));
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
    for (const file of input.files) offer(file, input.dataset.kind);
    input.value = "";
  });

  find(".drop-quote").addEventListener("click", () => quote(undefined));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const [said, given] = [text.value.trim(), quoted];
    if (said === "") return;
    text.value = "";
    keepDraft();
    // A message that could not be sent is put back with its quote, unless the person has begun something new.
    if ((await say(said)) || text.value !== "" || quoted !== undefined) return;
    text.value = said;
    keepDraft();
    showQuote(given);
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  text.addEventListener("input", keepDraft);
  text.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) offer(file);
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
    if (form.hidden) return;
    for (const file of event.dataTransfer.files) offer(file);
  });
  createRecorder(panel, capabilities, (file) => offer(file, "voice"), showProblem);

  return {
    say,
    quote,
    fit,
    focus: () => text.focus(),
    /** Shows what the person who is played now has begun to write. */
    restore() {
      quote(undefined);
      words.discard();
      text.value = sessionStorage[draftKey()] ?? "";
      fit();
    },
  };
}
