import { ask, button, element, field, send } from "./dom.js";
import { inUnit, timeFormat } from "./format.js";
import { t } from "./language.js";

const STEPS = [
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
  ["week", 604_800_000],
];
const words = timeFormat({ dateStyle: "full", timeStyle: "medium" });

/** The time that plugins see: shown, set and moved. */
export function createClockPanel(place) {
  const problem = element("p", { className: "problem", role: "alert" });
  const shown = element("p", { className: "now" });
  const note = element("p", { className: "none" });
  const input = element("input", { type: "datetime-local", step: 1, required: true });
  const form = element(
    "form",
    { className: "inline" },
    field(t("clock.setTo"), input),
    element("button", { className: "primary" }, t("clock.set")),
  );
  const reset = button(t("clock.reset"), "quiet", () => change("set", { now: null }));
  place.append(
    shown,
    note,
    element(
      "div",
      { className: "steps" },
      ...STEPS.map(([unit, ms]) =>
        button(`+ ${inUnit(1, unit)}`, "quiet", () => change("advance", { ms })),
      ),
    ),
    form,
    reset,
    problem,
  );
  let offset = 0;
  let timer;

  function draw() {
    shown.textContent = words.format(Date.now() + offset);
    const isReal = Math.abs(offset) < 1000;
    reset.disabled = isReal;
    note.textContent = isReal ? t("clock.real") : t("clock.moved");
  }

  function take({ value, error }) {
    problem.textContent = error ?? "";
    if (value === undefined) return;
    offset = value.now - Date.now();
    draw();
  }

  async function change(action, body) {
    take(await send(`tools/clock/${action}`, body));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void change("set", { now: new Date(input.value).getTime() });
  });

  return {
    async refresh() {
      take(await ask("tools/clock"));
      if (input.value === "") {
        const local = new Date(Date.now() + offset);
        local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
        input.value = local.toISOString().slice(0, 19);
      }
    },
    opened() {
      timer ??= setInterval(draw, 1000);
    },
    closed() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
