import { ask, button, element, field, iconButton, send } from "./dom.js";
import { t } from "./language.js";
import { jsonTree } from "./json-tree.js";

/** The plugins' storage as a tree; each value can be changed, removed and added. */
export function createStoragePanel(place) {
  const refusal = element("p", { className: "problem", role: "alert" });
  const list = element("div", { className: "tree" });
  place.append(refusal, list);
  /** What is edited now, as `[plugin, key]`; a key of `undefined` is a new one. */
  let editing;
  let plugins = [];
  /** Which branches are open, by plugin and key. */
  const open = new Set();

  async function load() {
    const { value, error } = await ask("tools/storage");
    refusal.textContent = error ?? "";
    if (value === undefined) return;
    const key = JSON.stringify(value);
    if (key === JSON.stringify(plugins)) return;
    plugins = value;
    // A text that is being written is not thrown away.
    if (editing === undefined) draw();
  }

  async function change(action, body) {
    const { error } = await send(`tools/storage/${action}`, body);
    refusal.textContent = error ?? "";
    if (error !== undefined) return;
    edit(undefined);
    await load();
  }

  function edit(what) {
    editing = what;
    draw();
    list.querySelector("form :is(input, textarea)")?.focus();
  }

  function draw() {
    list.replaceChildren(
      ...(plugins.length === 0
        ? [element("p", { className: "none" }, t("tools.noPlugin"))]
        : plugins.map(pluginElement)),
    );
  }

  function pluginElement({ plugin, entries }) {
    const isNew = editing?.[0] === plugin && editing[1] === undefined;
    return element(
      "section",
      {},
      element(
        "header",
        { className: "tool-title" },
        element("h3", {}, plugin),
        button(t("storage.add"), "link", () => edit([plugin])),
      ),
      isNew ? editor(plugin) : undefined,
      ...entries.map(({ key, value }) => entryElement(plugin, key, value)),
      entries.length === 0 && !isNew
        ? element("p", { className: "none" }, t("storage.none"))
        : undefined,
    );
  }

  function entryElement(plugin, key, value) {
    if (editing?.[0] === plugin && editing[1] === key) return editor(plugin, key, value);
    const tree = jsonTree(key, value, [
      element(
        "span",
        { className: "actions" },
        lineButton(t("page.edit", { name: key }), "edit", () => edit([plugin, key])),
        lineButton(t("page.delete", { name: key }), "bin", () => change("delete", { plugin, key })),
      ),
    ]);
    const id = JSON.stringify([plugin, key]);
    if (tree.tagName !== "DETAILS") return tree;
    tree.open = open.has(id);
    tree.addEventListener("toggle", (event) => {
      if (event.target !== tree) return;
      if (tree.open) open.add(id);
      else open.delete(id);
    });
    return tree;
  }

  function editor(plugin, key, value = "") {
    const name = element("input", { type: "text", required: true, maxLength: 256 });
    const text = element("textarea", { rows: 4, spellcheck: false, required: true });
    text.value = JSON.stringify(value, undefined, 2);
    const form = element(
      "form",
      { className: "editor" },
      key === undefined
        ? field(t("storage.key"), name)
        : element("strong", { className: "key" }, key),
      field(t("storage.value"), text, t("storage.valueHint")),
      element(
        "div",
        { className: "form-actions" },
        button(t("page.cancel"), "quiet", () => edit(undefined)),
        element("button", { className: "primary" }, t("page.save")),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      let parsed;
      try {
        parsed = JSON.parse(text.value);
      } catch (error) {
        refusal.textContent = t("storage.invalid", { problem: error.message });
        return;
      }
      void change("set", { plugin, key: key ?? name.value, value: parsed });
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") edit(undefined);
    });
    return form;
  }

  return { refresh: load };
}

/** A button in the line that opens a branch. */
function lineButton(label, name, onClick) {
  return iconButton(label, name, (event) => {
    event.preventDefault();
    onClick();
  });
}
