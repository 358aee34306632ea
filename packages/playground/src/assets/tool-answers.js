import { ask, button, element, field, iconButton, send } from "./dom.js";

/** The three lists: their names, what they say of themselves, and the fields of an entry. */
const LISTS = [
  {
    name: "models",
    title: "Models",
    about: "What aiService.callModel gets.",
    fresh: { model: "*", contains: "", text: "", fails: false },
    fields: [
      { name: "model", label: "Model", hint: "* is every model" },
      { name: "contains", label: "If the question contains", hint: "empty: always" },
      { name: "text", label: "Answer", type: "long" },
      { name: "fails", label: "The provider fails with this text", type: "check" },
    ],
  },
  {
    name: "search",
    title: "Search",
    about: "What searchService.search finds.",
    fresh: { query: "*", hits: [{ title: "", url: "https://", snippet: "" }] },
    fields: [
      { name: "query", label: "Query", hint: "* is every query" },
      { name: "hits", label: "Results", type: "json" },
    ],
  },
  {
    name: "fetch",
    title: "Addresses",
    about: "What fetch answers; other addresses are asked over the network.",
    fresh: { route: "https://", status: 200, body: "{}" },
    fields: [
      {
        name: "route",
        label: "Address",
        hint: "* is anything; a method may precede it: POST https://…",
      },
      { name: "status", label: "Status", type: "number" },
      { name: "body", label: "Body", type: "long" },
    ],
  },
];

/** What models, searches and addresses answer, as lists that can be changed. */
export function createAnswersPanel(place) {
  const problem = element("p", { className: "problem", role: "alert" });
  const list = element("div", {});
  place.append(problem, list);
  let answers;
  /** The list and the index that are edited; an index beyond the end is a new entry. */
  let editing;

  async function load() {
    const { value, error } = await ask("tools/answers");
    problem.textContent = error ?? "";
    if (value === undefined || editing !== undefined) return;
    answers = value;
    draw();
  }

  async function save(name, entries) {
    const next = { ...answers, [name]: entries };
    const { error } = await send("tools/answers/write", next);
    problem.textContent = error === undefined ? "" : `Not saved: ${error}`;
    if (error !== undefined) return;
    answers = next;
    edit(undefined);
  }

  function edit(what) {
    editing = what;
    draw();
    list.querySelector("form :is(input, textarea)")?.focus();
  }

  function draw() {
    list.replaceChildren(...LISTS.map(listElement));
  }

  function listElement(kind) {
    const { name, title, about } = kind;
    const entries = answers[name];
    const isNew = editing?.name === name && editing.index === entries.length;
    return element(
      "section",
      {},
      element(
        "header",
        { className: "tool-title" },
        element("h4", {}, title),
        button("Add", "link", () => edit({ name, index: entries.length })),
      ),
      element("p", { className: "none" }, about),
      ...entries.map((entry, index) => entryElement(kind, entry, index)),
      isNew ? editor(kind, kind.fresh, entries.length) : undefined,
    );
  }

  function entryElement(kind, entry, index) {
    const { name } = kind;
    if (editing?.name === name && editing.index === index) return editor(kind, entry, index);
    const [head, result] = summaryOf(name, entry);
    return element(
      "div",
      { className: "canned" },
      element(
        "div",
        {},
        element("strong", {}, head),
        element("span", { className: "value" }, result),
      ),
      iconButton(`Edit ${head}`, "edit", () => edit({ name, index })),
      iconButton(`Delete ${head}`, "bin", () =>
        save(
          name,
          answers[name].filter((_, at) => at !== index),
        ),
      ),
    );
  }

  function editor({ name, fields }, entry, index) {
    const controls = fields.map((one) => controlFor(one, entry[one.name]));
    const form = element(
      "form",
      { className: "editor" },
      ...controls.map(({ node }) => node),
      element(
        "div",
        { className: "form-actions" },
        button("Cancel", "quiet", () => edit(undefined)),
        element("button", { className: "primary" }, "Save"),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        const read = Object.fromEntries(controls.map((one) => [one.name, one.read()]));
        void save(name, answers[name].toSpliced(index, 1, { ...entry, ...read }));
      } catch (error) {
        problem.textContent = `The results are no JSON: ${error.message}`;
      }
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") edit(undefined);
    });
    return form;
  }

  return { refresh: load };
}

function summaryOf(name, entry) {
  if (name === "models") {
    const { model, contains, text, fails } = entry;
    return [contains === "" ? model : `${model} · “${contains}”`, fails ? `fails: ${text}` : text];
  }
  if (name === "search") {
    return [entry.query, entry.hits.map(({ title }) => title).join(" · ") || "nothing"];
  }
  return [entry.route, `${entry.status} ${entry.body}`];
}

function controlFor({ name, label, hint, type }, value) {
  if (type === "check") {
    const box = element("input", { type: "checkbox", checked: value === true });
    return {
      name,
      node: element("label", { className: "check" }, box, label),
      read: () => box.checked,
    };
  }
  if (type === "long" || type === "json") {
    const area = element("textarea", { rows: type === "json" ? 6 : 3, spellcheck: false });
    area.value = type === "json" ? JSON.stringify(value, undefined, 2) : value;
    const read = () => (type === "json" ? JSON.parse(area.value) : area.value);
    return { name, node: field(label, area, hint), read };
  }
  const input = element("input", { type: type ?? "text", value: String(value) });
  return {
    name,
    node: field(label, input, hint),
    read: () => (type === "number" ? Number(input.value) : input.value),
  };
}
