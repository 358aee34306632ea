import { expect, test } from "vitest";
import {
  findLiteralsOfMarkup,
  findLiteralsOfScript,
  findLiteralsOfStyles,
} from "./find-literals.ts";
import { readAssets } from "./page-texts.ts";

/** What is the same in all languages. */
const NAMES: ReadonlySet<string> = new Set([
  "Botwright",
  // The signs on the tabs.
  "微",
  "飞",
  "企",
  "钉",
  "电",
]);

test("no file of the page has a text that stands in no table", async () => {
  const [scripts, pages, styles] = await Promise.all([
    readAssets(".js"),
    readAssets(".html"),
    readAssets(".css"),
  ]);
  const literals = [
    ...[...scripts].flatMap(([name, code]) => findLiteralsOfScript(name, code)),
    ...[...pages.values()].flatMap(findLiteralsOfMarkup),
    ...[...styles.values()].flatMap(findLiteralsOfStyles),
  ];
  expect(literals.filter((text) => !NAMES.has(text))).toEqual([]);
  // They were looked at.
  expect(literals.length).toBeGreaterThan(0);
});

test("a text in a script is found wherever it stands", () => {
  const code = `
    const NAMES = { image: "A picture" };
    const end = by ?? \`nobody has answered \${question}\`;
    element("p", { title: "close" }, isOpen ? "open" : t("a.key"));
    place.append("written");
    button.setAttribute("aria-label", "send");
    place.textContent = \`\${count} new\`;
    panel.dataset.drop = "Drop it here";
    panel.dataset.drop = "放在这里";
  `;
  expect(findLiteralsOfScript("page.js", code)).toEqual([
    "A picture",
    "nobody has answered ",
    "close",
    "open",
    "written",
    "send",
    " new",
    "Drop it here",
    "放在这里",
  ]);
});

test("selectors, classes, keys and names of elements are no texts", () => {
  const code = `
    import { element } from "./dom.js";
    const made = element("p", { className: \`message \${by} typing\` }, t("chat.typing"), \`(\${size})\`);
    made.querySelector(".panel article a");
    if (event.key === "Escape" || "MediaRecorder" in window) made.setAttribute("role", "status");
  `;
  expect(findLiteralsOfScript("page.js", code)).toEqual([]);
});

test("texts in markup and styles are found", () => {
  const markup = `<noscript>Nothing</noscript><p>Hello <b data-t="a.b"></b></p>
    <input placeholder="Name" data-t-title="a.title" />`;
  expect(findLiteralsOfMarkup(markup)).toEqual(["Hello", "Name"]);
  const styles = `p::after { content: "Drop"; } q::after { content: "✓"; }`;
  expect(findLiteralsOfStyles(styles)).toEqual(["Drop"]);
});
