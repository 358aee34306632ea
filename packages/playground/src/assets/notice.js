import { icon } from "./dom.js";
import { localized } from "./language.js";

const SHOWN_MS = 4000;

/** The server's notice over the page: a success disappears, an error stays. */
export function createNotice(place) {
  const text = place.querySelector("pre");
  const closer = place.querySelector("button");
  closer.append(icon("close"));
  let timer;

  function hide() {
    clearTimeout(timer);
    place.hidden = true;
  }

  closer.addEventListener("click", hide);
  return {
    show({ kind, text: words }) {
      hide();
      place.dataset.kind = kind;
      // Announced to screen readers: an error immediately, others at the next pause.
      place.setAttribute("role", kind === "error" ? "alert" : "status");
      text.textContent = localized(words);
      place.hidden = false;
      if (kind !== "error") timer = setTimeout(hide, SHOWN_MS);
    },
  };
}
