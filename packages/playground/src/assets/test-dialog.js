import { button, element, send } from "./dom.js";
import { t } from "./language.js";

/** Shows the conversation of a platform as a test, ready to be copied. */
export async function copyTest(platform, showProblem) {
  const { value, error: problem } = await send("tools/records/test", { platform });
  if (problem !== undefined) return showProblem(t("test.failed", { problem }));
  const text = element("textarea", { readOnly: true, spellcheck: false, value: value.code });
  text.setAttribute("aria-label", t("test.label"));
  const done = element("span", { className: "saved", role: "status" });
  const dialog = element("dialog", { className: "test-dialog" });
  const copy = async () => {
    text.select();
    text.scrollTop = 0;
    try {
      await navigator.clipboard.writeText(value.code);
      done.textContent = t("test.copied");
    } catch {
      done.textContent = t("test.keys");
    }
  };
  dialog.append(
    element("h3", {}, t("test.title")),
    element("p", { className: "none" }, t("test.where", { file: value.file })),
    text,
    element(
      "div",
      { className: "form-actions" },
      done,
      button(t("page.close"), "quiet", () => dialog.close()),
      button(t("test.copy"), "primary", copy),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  await copy();
  return undefined;
}
