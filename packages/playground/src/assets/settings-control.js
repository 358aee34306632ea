import { element, field } from "./dom.js";
import { t } from "./language.js";

/**
 * The control of one field of a `config_schema`. It knows what the server has, so that a text that is being
 * written outlives an update.
 */
export function createControl({ key, ...about }) {
  const input = createInput(about);
  /** What the control shows when it has the server's value. */
  let known = input.get();
  const isChanged = () => input.get() !== known;

  return {
    key,
    node: input.node,
    /** The value that it was changed to; `undefined` when it was not changed. */
    read: () => (isChanged() ? input.parse(input.get()) : undefined),
    /** The server has taken this value, or with `null` what it has without the page. */
    accept(value) {
      if (value === null || value === input.parse(input.get())) known = input.get();
    },
    /** Shows the server's value, unless the control was changed; `isSet` is for passwords. */
    update(value, isSet) {
      const shown = input.show(value, isSet);
      if (isChanged()) {
        known = shown;
      } else {
        input.set(shown);
        known = input.get();
      }
    },
  };
}

function createInput({ label, type, placeholder = "", options = [] }) {
  switch (type) {
    case "boolean":
      return checkBox(label);
    case "select":
      return choice(label, options);
    case "password":
      return password(label, placeholder);
    case "number": {
      const input = element("input", { type: "number", step: "any", placeholder });
      return { ...textInput(label, input), parse: parseNumber };
    }
    case "textarea":
      return textInput(label, element("textarea", { rows: 4, placeholder }));
    default:
      return textInput(label, element("input", { type: "text", placeholder }));
  }
}

function parseNumber(text) {
  return text === "" ? null : Number(text);
}

function textInput(label, input, hint) {
  return {
    node: field(label, input, hint),
    get: () => input.value,
    set: (text) => (input.value = text),
    show: (value) => (value === null || value === undefined ? "" : String(value)),
    parse: (text) => text,
  };
}

function checkBox(label) {
  const box = element("input", { type: "checkbox" });
  return {
    node: element("label", { className: "check" }, box, label),
    get: () => box.checked,
    set: (isChecked) => (box.checked = isChecked),
    show: (value) => value === true,
    parse: (isChecked) => isChecked,
  };
}

/** An empty one keeps the password that is set. */
function password(label, placeholder) {
  const input = element("input", { type: "password", autocomplete: "off", placeholder });
  const made = textInput(label, input, t("settings.password"));
  const hint = made.node.querySelector("small");
  return {
    ...made,
    show(_value, isSet) {
      hint.hidden = !isSet;
      if (isSet) input.setAttribute("aria-describedby", hint.id);
      else input.removeAttribute("aria-describedby");
      return "";
    },
  };
}

const NOT_SET = "-1";

function choice(label, options) {
  const notSet = element("option", { value: NOT_SET }, t("settings.notSet"));
  const select = element(
    "select",
    {},
    notSet,
    ...options.map((one, at) => element("option", { value: String(at) }, one.label)),
  );
  return {
    node: field(label, select),
    get: () => select.value,
    set(at) {
      if (at === NOT_SET) select.prepend(notSet);
      select.value = at;
      if (at !== NOT_SET) notSet.remove();
    },
    show: (value) => String(options.findIndex((one) => one.value === value)),
    parse: (at) => options[Number(at)]?.value,
  };
}
