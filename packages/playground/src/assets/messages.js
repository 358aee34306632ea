import { element, icon } from "./dom.js";
import { sizeInWords, timeFormat } from "./format.js";
import { t } from "./language.js";

const clock = timeFormat({ hour: "2-digit", minute: "2-digit" });

/** One message in the chat. `onReply` is absent where messages cannot be quoted. */
export function messageElement(message, onReply) {
  const { by, at, text, quotes, shown } = message;
  const footer = element(
    "footer",
    {},
    shown === false ? element("span", {}, t("chat.hidden")) : undefined,
    element("time", { dateTime: new Date(at).toISOString() }, clock.format(at)),
  );
  const made = element(
    "article",
    { className: `message ${by}` },
    quotes === undefined ? undefined : element("blockquote", {}, quotes),
    mediaElement(message),
    text === undefined || text === "" ? undefined : element("p", {}, text),
    footer,
  );
  if (onReply !== undefined && text) {
    const label = t("chat.quoteOf", { text: text.slice(0, 40) });
    const title = t("chat.quote");
    const reply = element("button", { type: "button", className: "icon reply", title });
    reply.setAttribute("aria-label", label);
    reply.append(icon("reply"));
    reply.addEventListener("click", () => onReply(message));
    made.append(reply);
  }
  return made;
}

/** A one-line preview of a message, for the list of chats. */
export function preview({ by, type, text, media }) {
  const words = text || (type === "file" && media?.name) || t(`kind.${type}`);
  return by === "bot" ? words : t("chat.mine", { text: words });
}

function mediaElement({ type, media }) {
  if (media === undefined) return undefined;
  const { url, name, size } = media;
  if (type === "image") {
    const picture = element("img", { src: url, alt: name, loading: "lazy" });
    return element("a", { href: url, download: name, className: "picture" }, picture);
  }
  if (type === "voice") return element("audio", { src: url, controls: true, preload: "metadata" });
  if (type === "video") return element("video", { src: url, controls: true, preload: "metadata" });
  return element(
    "a",
    { href: url, download: name, className: "document" },
    icon("file"),
    element("span", {}, name, element("small", {}, sizeInWords(size))),
  );
}
