import { ask, button, element, send } from "./dom.js";
import { inList } from "./format.js";
import { t } from "./language.js";
import { createControl } from "./settings-control.js";

/** A form for each plugin, made from its `config_schema`. */
export function createSettingsPanel(place) {
  const refusal = element("p", { className: "problem", role: "alert" });
  const note = element("p", { className: "none" });
  const rest = element("section", { hidden: true }, note);
  const list = element("div", {}, rest);
  place.append(refusal, list);
  /** The forms by plugin. One that has been made stays, with what was typed into it. */
  let forms = new Map();
  let asked = 0;

  async function load() {
    asked += 1;
    const mine = asked;
    const { value, error } = await ask("tools/settings");
    // A later answer is newer.
    if (mine !== asked) return;
    refusal.textContent = error ?? "";
    if (value === undefined) return;
    const withFields = value.filter(({ fields }) => fields.length > 0);
    forms = new Map(withFields.map((one) => [one.plugin, formOf(one)]));
    for (const one of withFields) forms.get(one.plugin).update(one);
    showNote(value);
    placeInOrder(list, [...[...forms.values()].map(({ section }) => section), rest]);
  }

  /** The form of a plugin; a new one when it has other fields than before. */
  function formOf({ plugin, fields }) {
    const shape = JSON.stringify(fields);
    const known = forms.get(plugin);
    return known?.shape === shape ? known : { shape, ...createForm({ plugin, fields }) };
  }

  function showNote(plugins) {
    const without = plugins.filter(({ fields }) => fields.length === 0);
    const names = inList(without.map(({ plugin }) => plugin));
    rest.hidden = plugins.length > 0 && without.length === 0;
    note.textContent =
      plugins.length === 0 ? t("tools.noPlugin") : t("settings.without", { plugins: names });
  }

  function createForm({ plugin, fields }) {
    const controls = fields.map(createControl);
    /** Keys that were set on the page. */
    let changed = [];
    const saved = element("span", { className: "saved", role: "status" });
    const apply = element("button", { className: "primary" }, t("settings.apply"));
    const reset = button(t("settings.reset"), "link", () =>
      submit(Object.fromEntries(changed.map((key) => [key, null]))),
    );
    const title = element("h3", {}, plugin);
    const form = element(
      "form",
      {},
      element("header", { className: "tool-title" }, title, reset),
      ...controls.map(({ node }) => node),
      element("div", { className: "form-actions" }, saved, apply),
    );

    async function submit(values) {
      saved.textContent = "";
      const { error: problem } = await send("tools/settings/change", { plugin, values });
      refusal.textContent = problem === undefined ? "" : t("settings.notApplied", { problem });
      if (problem !== undefined) return;
      saved.textContent = t("settings.applied");
      for (const { key, accept } of controls) {
        if (Object.hasOwn(values, key)) accept(values[key]);
      }
      await load();
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = controls.map(({ key, read }) => [key, read()]);
      void submit(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
    });
    // The confirmation is not about what is typed after it.
    form.addEventListener("input", () => (saved.textContent = ""));

    return {
      section: element("section", {}, form),
      update({ values, passwords, changed: keys }) {
        changed = keys;
        // The keyboard goes on at the other button of the form.
        if (keys.length === 0 && document.activeElement === reset) apply.focus();
        reset.hidden = keys.length === 0;
        for (const { key, update } of controls) update(values[key], passwords.includes(key));
      },
    };
  }

  return { refresh: load };
}

/** Gives a node these children; those that it has already are not moved, and keep the focus. */
function placeInOrder(node, children) {
  for (const child of Array.from(node.children)) if (!children.includes(child)) child.remove();
  for (const [at, child] of children.entries()) {
    if (node.children[at] !== child) node.insertBefore(child, node.children[at] ?? null);
  }
}
