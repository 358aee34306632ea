import { ask, button, element, field, send } from "./dom.js";
import { inList } from "./format.js";
import { t } from "./language.js";

/** A form for each plugin, made from its `config_schema`. */
export function createSettingsPanel(place) {
  const refusal = element("p", { className: "problem", role: "alert" });
  const list = element("div", {});
  place.append(refusal, list);
  let shown = "";

  async function load() {
    const { value, error } = await ask("tools/settings");
    refusal.textContent = error ?? "";
    if (value === undefined) return;
    const key = JSON.stringify(value);
    if (key === shown) return;
    shown = key;
    list.replaceChildren(
      ...(value.length === 0
        ? [element("p", { className: "none" }, t("tools.noPlugin"))]
        : [
            ...value.filter(({ fields }) => fields.length > 0).map(formElement),
            ...withoutFields(value.filter(({ fields }) => fields.length === 0)),
          ]),
    );
  }

  function formElement({ plugin, fields, values, passwords, changed }) {
    const title = element("h3", {}, plugin);
    const controls = fields.map((one) => controlFor(one, values[one.key], passwords));
    const saved = element("span", { className: "saved", role: "status" });
    const form = element(
      "form",
      {},
      element(
        "header",
        { className: "tool-title" },
        title,
        changed.length === 0
          ? undefined
          : button(t("settings.reset"), "link", () =>
              submit(plugin, Object.fromEntries(changed.map((key) => [key, null])), saved),
            ),
      ),
      ...controls.map(({ node }) => node),
      element(
        "div",
        { className: "form-actions" },
        saved,
        element("button", { className: "primary" }, t("settings.apply")),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = controls.map(({ key, read }) => [key, read()]);
      const news = given.filter(([, value]) => value !== undefined);
      void submit(plugin, Object.fromEntries(news), saved);
    });
    return element("section", {}, form);
  }

  async function submit(plugin, values, saved) {
    saved.textContent = "";
    const { error: problem } = await send("tools/settings/change", { plugin, values });
    refusal.textContent = problem === undefined ? "" : t("settings.notApplied", { problem });
    if (problem !== undefined) return;
    saved.textContent = t("settings.applied");
    // The form stays as it is, unless the server has other values.
    await load();
  }

  return { refresh: load };
}

/** The plugins that have nothing to set, in one line. */
function withoutFields(plugins) {
  if (plugins.length === 0) return [];
  const names = inList(plugins.map(({ plugin }) => plugin));
  const line = element("p", { className: "none" }, t("settings.without", { plugins: names }));
  return [element("section", {}, line)];
}

/** The control of one field; `read` gives `undefined` for what has not been changed. */
function controlFor({ key, label, type, placeholder = "", options = [] }, value, passwords) {
  const text = value === null || value === undefined ? "" : String(value);
  const made = (control, read, hint) => ({ key, read, node: field(label, control, hint) });
  switch (type) {
    case "boolean": {
      const box = element("input", { type: "checkbox", checked: value === true });
      const node = element("label", { className: "check" }, box, label);
      return {
        key,
        node,
        read: () => (box.checked === (value === true) ? undefined : box.checked),
      };
    }
    case "number": {
      const input = element("input", { type: "number", step: "any", value: text, placeholder });
      return made(input, () => {
        if (input.value === text) return undefined;
        return input.value === "" ? null : Number(input.value);
      });
    }
    case "select": {
      const select = element(
        "select",
        {},
        ...(options.some((one) => one.value === value)
          ? []
          : [element("option", { value: "-1" }, t("settings.notSet"))]),
        ...options.map((one, at) => element("option", { value: String(at) }, one.label)),
      );
      select.value = String(options.findIndex((one) => one.value === value));
      const before = select.value;
      return made(select, () =>
        select.value === before ? undefined : options[Number(select.value)]?.value,
      );
    }
    case "password": {
      const input = element("input", { type: "password", autocomplete: "off", placeholder });
      const hint = passwords.includes(key) ? t("settings.password") : undefined;
      return made(input, () => (input.value === "" ? undefined : input.value), hint);
    }
    default: {
      const isLong = type === "textarea";
      const input = isLong
        ? element("textarea", { rows: 4, placeholder })
        : element("input", { type: "text", placeholder });
      input.value = text;
      return made(input, () => (input.value === text ? undefined : input.value));
    }
  }
}
