import { element, post } from "./dom.js";
import { t } from "./language.js";

/**
 * The login by QR code: on the left the screen that shows it, on the right the phone, which is
 * played by two buttons where the platform is simulated.
 */
export function createLogin(place, { platform, simulated }) {
  const code = element("img", { className: "code" });
  const words = element("p", { className: "words", role: "status" });
  const refusal = element("p", { className: "problem", role: "alert" });
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
  place.append(refusal);
  let shown = "";

  async function act(action) {
    for (const button of phone.querySelectorAll("button")) button.disabled = true;
    const problem = await post(`simulators/${platform}/${action}`);
    refusal.textContent = problem === undefined ? "" : t("login.problem", { problem });
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
      element("p", { className: "phone-title" }, t("login.phone")),
      element("p", {}, isScanned ? t("login.consent") : t("login.play")),
      isScanned
        ? phoneButton(t("login.confirm"), "confirm", "primary")
        : phoneButton(t("login.scan"), "scan", "primary"),
      phoneButton(t("login.expire"), "expire", "quiet"),
    );
  }

  return {
    /** Shows how far the login is. */
    update({ stage, codes, error }) {
      const key = `${stage} ${codes}`;
      if (key === shown) return;
      shown = key;
      place.dataset.stage = stage;
      words.textContent = t(`login.${stage}`);
      refusal.textContent = error ?? "";
      renewed.textContent = codes > 1 ? t("login.renewed", { number: codes }) : "";
      const url = `simulators/${platform}/login.svg?code=${codes}`;
      const isDrawn = stage === "waiting" || stage === "scanned";
      code.hidden = !isDrawn;
      if (isDrawn && code.getAttribute("src") !== url) {
        code.src = url;
        code.alt = t("login.code");
      }
      drawPhone(stage);
    },
  };
}
