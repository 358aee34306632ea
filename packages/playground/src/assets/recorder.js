import { t } from "./language.js";

/** Records a voice message, in browsers and on pages that may use the microphone. */
export function createRecorder(panel, capabilities, send, showProblem) {
  const find = (selector) => panel.querySelector(selector);
  const start = find(".record");
  const canRecord =
    capabilities.receive.includes("voice") &&
    "MediaRecorder" in window &&
    navigator.mediaDevices?.getUserMedia !== undefined;
  start.hidden = !canRecord;
  if (!canRecord) return;
  let recorder;
  let keeps = false;

  function show(isRecording) {
    find(".recording").hidden = !isRecording;
    find(".row").hidden = isRecording;
  }

  start.addEventListener("click", async () => {
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      showProblem(t("say.noMicrophone"));
      return;
    }
    const chunks = [];
    recorder = new MediaRecorder(stream);
    recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    const began = Date.now();
    const timer = setInterval(() => {
      const seconds = Math.floor((Date.now() - began) / 1000);
      const rest = String(seconds % 60).padStart(2, "0");
      find(".seconds").textContent = `${Math.floor(seconds / 60)}:${rest}`;
    }, 250);
    recorder.addEventListener("stop", () => {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      find(".seconds").textContent = "0:00";
      show(false);
      const type = recorder.mimeType.split(";")[0];
      const name = `voice.${type.includes("mp4") ? "m4a" : type.split("/")[1]}`;
      if (keeps) void send(new File(chunks, name, { type }));
    });
    recorder.start();
    show(true);
    find(".stop-recording").focus();
  });
  for (const [selector, keep] of [
    [".stop-recording", true],
    [".cancel-recording", false],
  ]) {
    find(selector).addEventListener("click", () => {
      keeps = keep;
      recorder?.stop();
    });
  }
}
