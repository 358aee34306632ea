/** Under this name the console keeps its language too: a page that it shows follows it. */
const STORED = "botwright.language";
const LOCALES = { en: "en-GB", zh: "zh-CN" };

/** The language that the person has chosen, else the browser's. */
function chosen() {
  const stored = localStorage.getItem(STORED);
  if (Object.hasOwn(LOCALES, stored)) return stored;
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

/** The language of the page, until it is loaded again. */
const language = chosen();
/** By which numbers, lists and times are written. */
export const locale = LOCALES[language];
document.documentElement.lang = language === "zh" ? "zh-CN" : "en";

const { texts } = await import(`./texts-${language}.js`);
const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);

/** Whether there is a text with this key: codes of a host may have none. */
export function hasText(key) {
  return Object.hasOwn(texts, key);
}

/**
 * The text with a key. `{name}` becomes the value of that name; of a text with plural forms, `count` decides.
 *
 * @example
 * t("message.you", { text: "hello" }); // "You: hello"
 */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  const form = typeof text === "string" ? text : (text[plurals.select(values.count)] ?? text.other);
  return form.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/** A text of the host, which may be one for each language. */
export function localized(text) {
  return typeof text === "string" ? text : text[language];
}

const ATTRIBUTES = ["aria-label", "placeholder", "title"];

/** Fills in the texts that the markup names: `data-t` is a text, `data-t-title` that of an attribute. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const name of ATTRIBUTES) {
    const key = `data-t-${name}`;
    for (const node of root.querySelectorAll(`[${key}]`)) {
      node.setAttribute(name, t(node.getAttribute(key)));
    }
  }
}

/**
 * A button that changes to the other language. A page inside another one, such as the console, has none:
 * it follows that one.
 */
export function createLanguageSwitch(button) {
  const other = language === "en" ? "zh" : "en";
  button.lang = other;
  button.hidden = window !== window.top;
  button.addEventListener("click", () => {
    localStorage.setItem(STORED, other);
    location.reload();
  });
  // Another page of this origin has changed it.
  addEventListener("storage", ({ key }) => {
    if (key === STORED && chosen() !== language) location.reload();
  });
}
