import { ask, button, element, field, iconButton, placed, redraw, send } from "./dom.js";
import { t } from "./language.js";
import { jsonTree } from "./json-tree.js";

/** The plugins' storage as a tree; each value can be changed, removed and added. */
export function createStoragePanel(place) {
  const refusal = element("p", { className: "problem", role: "alert" });
  const list = element("div", { className: "tree" });
  place.append(refusal, list);
  /** What is edited now: a plugin and a key, which is `undefined` for a new one, and the form. */
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

  /** Resolves with whether the host has done it. */
  async function change(action, body) {
    const { error } = await send(`tools/storage/${action}`, body);
    refusal.textContent = error ?? "";
    return error === undefined;
  }

  async function save(plugin, key, value) {
    const saved = editing;
    if (!(await change("set", { plugin, key, value }))) return;
    await load();
    if (editing === saved) close(placeOf("edit", plugin, key));
  }

  async function remove(plugin, key) {
    if (!(await change("delete", { plugin, key }))) return;
    await load();
    draw(placeOf("add", plugin));
  }

  function edit(plugin, key, value) {
    editing = { plugin, key, form: editor(plugin, key, value) };
    draw();
    editing.form.querySelector("input, textarea").focus();
  }

  function close(next) {
    editing = undefined;
    draw(next);
  }

  /** @param next the control at which the keyboard goes on when its place is gone */
  function draw(next) {
    const sections = plugins.map(pluginElement);
    const none = element("p", { className: "none" }, t("tools.noPlugin"));
    redraw(list, sections.length === 0 ? [none] : sections, next);
  }

  function pluginElement({ plugin, entries }) {
    const isNew = editing?.plugin === plugin && editing.key === undefined;
    return element(
      "section",
      {},
      element(
        "header",
        { className: "tool-title" },
        element("h3", {}, plugin),
        placed(
          button(t("storage.add"), "link", () => edit(plugin)),
          placeOf("add", plugin),
        ),
      ),
      isNew ? editing.form : undefined,
      ...entries.map(({ key, value }) => entryElement(plugin, key, value)),
      entries.length === 0 && !isNew
        ? element("p", { className: "none" }, t("storage.none"))
        : undefined,
    );
  }

  function entryElement(plugin, key, value) {
    if (editing?.plugin === plugin && editing.key === key) return editing.form;
    const tree = jsonTree(key, value, [
      element(
        "span",
        { className: "actions" },
        placed(
          lineButton(t("page.edit", { name: key }), "edit", () => edit(plugin, key, value)),
          placeOf("edit", plugin, key),
        ),
        lineButton(t("page.delete", { name: key }), "bin", () => remove(plugin, key)),
      ),
    ]);
    const id = JSON.stringify([plugin, key]);
    if (tree.tagName !== "DETAILS") return tree;
    placed(tree.querySelector("summary"), placeOf("open", plugin, key));
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
    const cancel = () =>
      close(key === undefined ? placeOf("add", plugin) : placeOf("edit", plugin, key));
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
        button(t("page.cancel"), "quiet", cancel),
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
      void save(plugin, key ?? name.value, parsed);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
    });
    return form;
  }

  return { refresh: load };
}

/** Names a control of a plugin or a key. */
function placeOf(what, plugin, key) {
  return JSON.stringify([what, plugin, key]);
}

/** A button in the line that opens a branch. */
function lineButton(label, name, onClick) {
  return iconButton(label, name, (event) => {
    event.preventDefault();
    onClick();
  });
}
