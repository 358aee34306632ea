import { ask, button, element, field, send } from "./dom.js";

const STEPS = [
  ["+ 1 minute", 60_000],
  ["+ 1 hour", 3_600_000],
  ["+ 1 day", 86_400_000],
  ["+ 1 week", 604_800_000],
];
const words = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });

/** The time that plugins see: shown, set and moved. */
export function createClockPanel(place) {
  const problem = element("p", { className: "problem", role: "alert" });
  const shown = element("p", { className: "now" });
  const note = element("p", { className: "none" });
  const input = element("input", { type: "datetime-local", step: 1, required: true });
  const form = element(
    "form",
    { className: "inline" },
    field("Set it to", input),
    element("button", { className: "primary" }, "Set"),
  );
  const reset = button("Back to the machine's clock", "quiet", () => change("set", { now: null }));
  place.append(
    shown,
    note,
    element(
      "div",
      { className: "steps" },
      ...STEPS.map(([label, ms]) => button(label, "quiet", () => change("advance", { ms }))),
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
    note.textContent = isReal
      ? "Plugins see the time of this machine."
      : "Plugins, daily quotas and hourly limits see this time.";
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
