import { button, element, send } from "./dom.js";

/** Shows the conversation of a platform as a test, ready to be copied. */
export async function copyTest(platform, showProblem) {
  const { value, error } = await send("tools/records/test", { platform });
  if (error !== undefined) return showProblem(`No test: ${error}`);
  const text = element("textarea", { readOnly: true, spellcheck: false, value: value.code });
  text.setAttribute("aria-label", "The test");
  const done = element("span", { className: "saved", role: "status" });
  const dialog = element("dialog", { className: "test-dialog" });
  const copy = async () => {
    text.select();
    text.scrollTop = 0;
    try {
      await navigator.clipboard.writeText(value.code);
      done.textContent = "Copied.";
    } catch {
      done.textContent = "Press Ctrl+C or ⌘C to copy it.";
    }
  };
  dialog.append(
    element("h3", {}, "This conversation as a test"),
    element(
      "p",
      { className: "none" },
      `Save it beside the plugin as ${value.file}; botwright test plays it.`,
    ),
    text,
    element(
      "div",
      { className: "form-actions" },
      done,
      button("Close", "quiet", () => dialog.close()),
      button("Copy", "primary", copy),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  await copy();
  return undefined;
}
