import { ask, button, element, field, iconButton, placed, redraw, send } from "./dom.js";
import { t } from "./language.js";

/** The three lists: their names, what they say of themselves, and the fields of an entry. */
const LISTS = [
  {
    name: "models",
    title: t("answers.models"),
    about: t("answers.modelsAbout"),
    fresh: { model: "*", contains: "", text: "", fails: false },
    fields: [
      { name: "model", label: t("answers.model"), hint: t("answers.modelHint") },
      { name: "contains", label: t("answers.contains"), hint: t("answers.containsHint") },
      { name: "text", label: t("answers.text"), type: "long" },
      { name: "fails", label: t("answers.fails"), type: "check" },
    ],
  },
  {
    name: "search",
    title: t("answers.search"),
    about: t("answers.searchAbout"),
    fresh: { query: "*", hits: [{ title: "", url: "https://", snippet: "" }] },
    fields: [
      { name: "query", label: t("answers.query"), hint: t("answers.queryHint") },
      { name: "hits", label: t("answers.hits"), type: "json" },
    ],
  },
  {
    name: "fetch",
    title: t("answers.fetch"),
    about: t("answers.fetchAbout"),
    fresh: { route: "https://", status: 200, body: "{}" },
    fields: [
      {
        name: "route",
        label: t("answers.route"),
        hint: t("answers.routeHint"),
      },
      { name: "status", label: t("answers.status"), type: "number" },
      { name: "body", label: t("answers.body"), type: "long" },
    ],
  },
];

/** What models, searches and addresses answer, as lists that can be changed. */
export function createAnswersPanel(place) {
  const refusal = element("p", { className: "problem", role: "alert" });
  const list = element("div", {});
  place.append(refusal, list);
  let answers;
  /** The list and the index that are edited, and the form; an index beyond the end is a new entry. */
  let editing;

  async function load() {
    const { value, error } = await ask("tools/answers");
    refusal.textContent = error ?? "";
    if (value === undefined || editing !== undefined) return;
    answers = value;
    draw();
  }

  /** Resolves with whether the host has taken the entries of a list. */
  async function write(name, entries) {
    const next = { ...answers, [name]: entries };
    const { error: problem } = await send("tools/answers/write", next);
    refusal.textContent = problem === undefined ? "" : t("page.notSaved", { problem });
    if (problem === undefined) answers = next;
    return problem === undefined;
  }

  async function save(entry) {
    const saved = editing;
    const { name, index } = saved;
    if (!(await write(name, answers[name].toSpliced(index, 1, entry)))) return;
    if (editing === saved) close(placeOf("edit", name, index));
  }

  async function remove(name, index) {
    if (!(await write(name, answers[name].toSpliced(index, 1)))) return;
    // Those behind it move up, with the one that is being edited.
    if (editing?.name === name && editing.index > index) editing.index -= 1;
    draw(placeOf("add", name));
  }

  function edit(kind, entry, index) {
    editing = { name: kind.name, index, form: editor(kind, entry) };
    draw();
    editing.form.querySelector("input, textarea").focus();
  }

  function cancel() {
    const { name, index } = editing;
    const isNew = index === answers[name].length;
    close(isNew ? placeOf("add", name) : placeOf("edit", name, index));
  }

  function close(next) {
    editing = undefined;
    draw(next);
  }

  /** @param next the control at which the keyboard goes on when its place is gone */
  function draw(next) {
    redraw(list, LISTS.map(listElement), next);
  }

  function listElement(kind) {
    const { name, title, about, fresh } = kind;
    const entries = answers[name];
    const isNew = editing?.name === name && editing.index === entries.length;
    return element(
      "section",
      {},
      element(
        "header",
        { className: "tool-title" },
        element("h3", {}, title),
        placed(
          button(t("answers.add"), "link", () => edit(kind, fresh, entries.length)),
          placeOf("add", name),
        ),
      ),
      element("p", { className: "none" }, about),
      ...entries.map((entry, index) => entryElement(kind, entry, index)),
      isNew ? editing.form : undefined,
    );
  }

  function entryElement(kind, entry, index) {
    const { name } = kind;
    if (editing?.name === name && editing.index === index) return editing.form;
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
      placed(
        iconButton(t("page.edit", { name: head }), "edit", () => edit(kind, entry, index)),
        placeOf("edit", name, index),
      ),
      iconButton(t("page.delete", { name: head }), "bin", () => remove(name, index)),
    );
  }

  function editor({ fields }, entry) {
    const controls = fields.map((one) => controlFor(one, entry[one.name]));
    const form = element(
      "form",
      { className: "editor" },
      ...controls.map(({ node }) => node),
      element(
        "div",
        { className: "form-actions" },
        button(t("page.cancel"), "quiet", cancel),
        element("button", { className: "primary" }, t("page.save")),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        const read = Object.fromEntries(controls.map((one) => [one.name, one.read()]));
        void save({ ...entry, ...read });
      } catch (error) {
        refusal.textContent = t("answers.invalid", { problem: error.message });
      }
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") cancel();
    });
    return form;
  }

  return { refresh: load };
}

/** Names a control of a list or of an entry. */
function placeOf(what, name, index) {
  return JSON.stringify([what, name, index]);
}

function summaryOf(name, entry) {
  if (name === "models") {
    const { model, contains, text, fails } = entry;
    return [
      contains === "" ? model : `${model} · “${contains}”`,
      fails ? t("answers.failsWith", { text }) : text,
    ];
  }
  if (name === "search") {
    return [entry.query, entry.hits.map(({ title }) => title).join(" · ") || t("answers.noHits")];
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
