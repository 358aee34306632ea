import { element, post } from "./dom.js";

const WORDS = {
  starting: "Asking for a QR code …",
  waiting: "Scan this code to bind the bot to a WeChat account.",
  scanned: "Scanned. The phone asks for your consent.",
  failed: "The login failed; it is tried again.",
};

/**
 * The login by QR code: on the left the screen that shows it, on the right the phone, which is
 * played by two buttons where the platform is simulated.
 */
export function createLogin(place, { platform, simulated }) {
  const code = element("img", { className: "code" });
  const words = element("p", { className: "words", role: "status" });
  const problem = element("p", { className: "problem", role: "alert" });
  const renewed = element("p", { className: "renewed" });
  const phone = element("div", { className: "phone" });
  place.append(
    element(
      "div",
      { className: "screen" },
      element("div", { className: "frame" }, code),
      words,
      renewed,
    ),
  );
  if (simulated) place.append(phone);
  place.append(problem);
  let shown = "";

  async function act(action) {
    for (const button of phone.querySelectorAll("button")) button.disabled = true;
    const error = await post(`simulators/${platform}/${action}`);
    problem.textContent = error === undefined ? "" : `That did not work: ${error}.`;
    for (const button of phone.querySelectorAll("button")) button.disabled = false;
  }

  function phoneButton(label, action, className) {
    const button = element("button", { type: "button", className }, label);
    button.addEventListener("click", () => act(action));
    return button;
  }

  function drawPhone(stage) {
    const isScanned = stage === "scanned";
    phone.replaceChildren(
      element("p", { className: "phone-title" }, "Your phone"),
      element(
        "p",
        {},
        isScanned
          ? "“Simulated bot” asks to answer in your name."
          : "There is no phone here: play it.",
      ),
      isScanned
        ? phoneButton("Confirm on the phone", "confirm", "primary")
        : phoneButton("Scan with the phone", "scan", "primary"),
      phoneButton("Let the code expire", "expire", "quiet"),
    );
  }

  return {
    /** Shows how far the login is. */
    update({ stage, codes, error }) {
      const key = `${stage} ${codes}`;
      if (key === shown) return;
      shown = key;
      place.dataset.stage = stage;
      words.textContent = WORDS[stage] ?? "";
      problem.textContent = error ?? "";
      renewed.textContent =
        codes > 1 ? `This is code ${codes}; the ones before it are no longer good.` : "";
      const url = `simulators/${platform}/login.svg?code=${codes}`;
      const isDrawn = stage === "waiting" || stage === "scanned";
      code.hidden = !isDrawn;
      if (isDrawn && code.getAttribute("src") !== url) {
        code.src = url;
        code.alt = "QR code for the login";
      }
      drawPhone(stage);
    },
  };
}
