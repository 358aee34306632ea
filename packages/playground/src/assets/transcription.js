import { t } from "./language.js";

/** Asks what is said in a voice message before it is sent. */
export function createTranscriptionField(form, send) {
  const bar = form.querySelector(".transcription");
  const input = bar.querySelector("input");
  let file;

  function discard() {
    file = undefined;
    input.value = "";
    bar.hidden = true;
  }

  function finish() {
    const [sent, words] = [file, input.value.trim()];
    discard();
    if (sent !== undefined) void send(sent, words);
  }

  bar.querySelector(".send-voice").addEventListener("click", finish);
  bar.querySelector(".discard-voice").addEventListener("click", discard);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") discard();
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    finish();
  });

  return {
    ask(voice) {
      file = voice;
      bar.querySelector(".voice-about").textContent = t("say.voice", { name: voice.name });
      bar.hidden = false;
      input.focus();
    },
    discard,
  };
}
