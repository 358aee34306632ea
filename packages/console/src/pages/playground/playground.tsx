import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { Empty, Show } from "../../ui/data/loading.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useData } from "../../ui/data/use-data.ts";
import { useQuery } from "../../ui/use-query.ts";
import { SimulatedAccounts } from "./simulated-accounts.tsx";
import { hasSimulators, SIMULATORS } from "./simulators.ts";
import { PublishedTrial } from "./published-trial.tsx";

const TABS = ["chats", "own", "trial"] as const;

/** The simulated chats of a demo, and trials of published plugins (`?plugin=<slug>&message=<id>`). */
export function PlaygroundPage(): JSX.Element {
  const { t } = useLanguage();
  const [{ tab: wanted, plugin }] = useQuery();
  const isThere = useData(hasSimulators, []);
  const asked = TABS.find((one) => one === wanted) ?? (plugin === undefined ? "chats" : "trial");
  const tab = isThere.data === false ? "trial" : asked;
  return (
    <>
      <h1>{t("playground.title")}</h1>
      {isThere.data === true && (
        <Tabs
          label={t("playground.parts")}
          current={tab}
          tabs={TABS.map((key) => ({ key, text: t(`playground.${key}`) }))}
        />
      )}
      {tab !== asked && <Empty title={t("playground.none")} />}
      {tab === "trial" ? (
        // The trial needs no simulators, so it does not wait for them.
        <PublishedTrial />
      ) : (
        <Show of={isThere}>
          {() => (
            <>
              {tab === "own" && <SimulatedAccounts />}
              <Chats key={tab} tab={tab} />
            </>
          )}
        </Show>
      )}
    </>
  );
}

/** Simulated chats in a frame. */
function Chats({ tab }: { readonly tab: "chats" | "own" }): JSX.Element {
  const { t } = useLanguage();
  const [{ platform }] = useQuery();
  const address = SIMULATORS[tab] + (platform === undefined ? "" : `#${platform}`);
  return (
    <>
      <p class="quiet">
        {tab === "chats" && t("playground.hint")}{" "}
        <a href={address} target="_blank" rel="noopener">
          {t("playground.open")}
        </a>
      </p>
      <iframe class="playground" src={address} title={t(`playground.${tab}`)} />
    </>
  );
}
