import { element, iconButton, send } from "./dom.js";
import { t } from "./language.js";

const ADD = "+";

/** Chooses whom the page plays on a platform, and adds people. */
export function createPeople(place, { platform, canAdd }, onChange, showProblem) {
  const select = element("select", { title: t("people.choose") });
  select.setAttribute("aria-label", t("people.label"));
  const input = element("input", {
    type: "text",
    maxLength: 32,
    pattern: "[A-Za-z0-9_\\-]+",
    title: t("people.pattern"),
    placeholder: t("people.example"),
    required: true,
  });
  input.setAttribute("aria-label", t("people.name"));
  const form = element(
    "form",
    { className: "add-person", hidden: true },
    input,
    element("button", { className: "quiet" }, t("people.add")),
    // A phone has no Escape.
    iconButton(t("page.cancel"), "close", () => ask(false)),
  );
  place.append(select, form);
  let people = [];
  let current = "";
  /** How many messages a person has not seen, by id. */
  const unread = new Map();

  function draw() {
    const options = people.map(({ id, name }) => {
      const count = unread.get(id) ?? 0;
      const words = name === id ? name : `${name} (${id})`;
      const label = count === 0 ? words : t("people.unread", { name: words, count });
      return element("option", { value: id }, label);
    });
    if (canAdd) options.push(element("option", { value: ADD }, t("people.other")));
    select.replaceChildren(...options);
    select.value = current;
    // The chat has no other person.
    select.disabled = options.length < 2;
    if (select.disabled)
      options[0].textContent = t("people.alone", { name: options[0].textContent });
  }

  function choose(id) {
    current = id;
    sessionStorage[`person:${platform}`] = id;
    unread.delete(id);
    draw();
    onChange(id);
  }

  function ask(isAsking) {
    form.hidden = !isAsking;
    select.hidden = isAsking;
    if (isAsking) input.focus();
    else select.focus();
  }

  select.addEventListener("change", () => {
    if (select.value !== ADD) return choose(select.value);
    select.value = current;
    ask(true);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask(false);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { value, error: problem } = await send(`simulators/${platform}/people`, {
      name: input.value,
    });
    if (problem !== undefined) {
      showProblem(t("people.notAdded", { problem }));
      return;
    }
    input.value = "";
    if (!people.some(({ id }) => id === value.id)) people = [...people, value];
    ask(false);
    choose(value.id);
  });

  return {
    get current() {
      return current;
    },
    nameOf: (id) => people.find((person) => person.id === id)?.name ?? id,
    update(all) {
      const key = JSON.stringify(all);
      if (key === JSON.stringify(people)) return;
      people = all;
      if (current !== "") return draw();
      const kept = sessionStorage[`person:${platform}`];
      choose(all.some(({ id }) => id === kept) ? kept : all[0].id);
    },
    /** Counts a message for a person who is not selected now. */
    addNews(id) {
      unread.set(id, (unread.get(id) ?? 0) + 1);
      draw();
    },
    forgetNews() {
      unread.clear();
      draw();
    },
  };
}
