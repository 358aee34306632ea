import type { LibraryItem } from "@botwright/host";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, read } from "../../api.ts";
import { useLanguage } from "../../i18n/index.ts";
import { CATEGORIES, categoryOf } from "../../library/categories.ts";
import { Field, TextField } from "../../ui/forms/field.tsx";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { More } from "../../ui/lists/more.tsx";
import { useChanges } from "../../ui/data/use-changes.ts";
import { usePages } from "../../ui/data/use-pages.ts";
import { useQuery } from "../../ui/use-query.ts";
import { useWindow } from "../../ui/lists/use-window.ts";
import { WindowRows } from "../../ui/lists/window-rows.tsx";

/** Milliseconds without a key press before the search starts. */
const TYPING_MS = 250;

/** How many cards are loaded together. */
const PART = 200;

/** The plugins that can be installed. The URL contains the search. */
export function LibraryPage(): JSX.Element {
  const { t } = useLanguage();
  const [{ text = "", category: wanted, order, bot }, setQuery] = useQuery();
  const [typed, setTyped] = useState(text);
  const category = categoryOf(wanted);
  /** The text that the URL has because it was typed here. */
  const searched = useRef(text);
  useEffect(() => {
    // A link has led to another search, or to none.
    if (text !== searched.current) setTyped(text);
    searched.current = text;
  }, [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => {
      searched.current = typed;
      setQuery({ text: typed });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const { loaded, more } = usePages(
    (after: string | undefined) =>
      read(
        api.library.$get({
          query: {
            ...(text !== "" && { text }),
            ...(category !== undefined && { category }),
            ...(order === "new" && { order }),
            ...(after !== undefined && { after }),
            limit: String(PART),
          },
        }),
      ),
    [text, category, order],
  );
  useChanges("library", loaded.reload);
  return (
    <>
      <h1>{t("library.title")}</h1>
      <search class="filters">
        <TextField
          label={t("library.search")}
          name="text"
          type="search"
          placeholder={t("library.searchHint")}
          value={typed}
          maxlength={200}
          onValue={setTyped}
        />
        <Field label={t("library.category")}>
          {(ids) => (
            <select
              {...ids}
              value={category ?? ""}
              onChange={(event) => setQuery({ category: event.currentTarget.value })}
            >
              <option value="">{t("library.all")}</option>
              {CATEGORIES.map((name) => (
                <option key={name} value={name}>
                  {t(`library.category.${name}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t("library.order")}>
          {(ids) => (
            <select
              {...ids}
              value={order ?? "installs"}
              onChange={(event) => setQuery({ order: event.currentTarget.value })}
            >
              <option value="installs">{t("library.order.installs")}</option>
              <option value="new">{t("library.order.new")}</option>
            </select>
          )}
        </Field>
      </search>
      <Show of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t("library.none")} />
          ) : (
            <Cards items={items} more={more} bot={bot} />
          )
        }
      </Show>
    </>
  );
}

/** The visible cards. */
function Cards({
  items,
  more,
  bot,
}: {
  readonly items: readonly LibraryItem[];
  readonly more: (() => Promise<void>) | undefined;
  readonly bot: string | undefined;
}): JSX.Element {
  const { ref, start, end, before, after, isAtEnd } = useWindow<HTMLOListElement>(items.length);
  const size = more === undefined ? items.length : -1;
  return (
    <>
      <ol ref={ref} class="cards">
        <WindowRows before={before} after={after}>
          {items.slice(start, end).map((item, place) => (
            <Item key={item.id} item={item} bot={bot} place={start + place + 1} size={size} />
          ))}
        </WindowRows>
      </ol>
      <More count={items.length} more={more} isInSight={isAtEnd} />
    </>
  );
}

function Item({
  item,
  bot,
  place,
  size,
}: {
  readonly item: LibraryItem;
  /** The position, from 1, and the size of the list; -1 when it is not known. */
  readonly place: number;
  readonly size: number;
  /** The id of the bot on which the plugin will be installed. */
  readonly bot: string | undefined;
}): JSX.Element {
  const { t } = useLanguage();
  const search = bot === undefined ? "" : `?${new URLSearchParams({ bot }).toString()}`;
  return (
    <li class="card" aria-posinset={place} aria-setsize={size}>
      <h2>
        <span aria-hidden="true">{item.icon}</span>{" "}
        <a href={`/library/${item.slug}${search}`}>{item.name}</a>
      </h2>
      <p class="clamp">{item.description}</p>
      <p class="quiet">
        {item.builtin
          ? t("library.builtin")
          : t("library.by", { developer: item.developer ?? "?" })}
        {" · "}
        {t("library.installs", { count: item.installs })}
      </p>
    </li>
  );
}
