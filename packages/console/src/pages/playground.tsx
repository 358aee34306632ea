import type { JSX } from "preact";
import { useLanguage } from "../i18n/index.ts";
import { Empty, Show } from "../ui/loading.tsx";
import { useData } from "../ui/use-data.ts";

const ADDRESS = "/playground/";

/** The simulated chats of a demo, in a frame, where the host has them. */
export function PlaygroundPage(): JSX.Element {
  const { t } = useLanguage();
  const isThere = useData(async () => (await fetch(ADDRESS, { method: "HEAD" })).ok, []);
  return (
    <>
      <h1>{t("playground.title")}</h1>
      <Show of={isThere}>
        {(there) =>
          there ? (
            <>
              <p class="quiet">
                {t("playground.hint")}{" "}
                <a href={ADDRESS} target="_blank" rel="noopener">
                  {t("playground.open")}
                </a>
              </p>
              <iframe class="playground" src={ADDRESS} title={t("playground.title")} />
            </>
          ) : (
            <Empty title={t("playground.none")} />
          )
        }
      </Show>
    </>
  );
}
