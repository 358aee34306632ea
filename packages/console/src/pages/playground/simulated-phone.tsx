import type { JSX } from "preact";
import { useLanguage } from "../../i18n/index.ts";
import { ActButton } from "../../ui/forms/act-button.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { tapPhone } from "./simulators.ts";

/** Scans WeChat's code and confirms the login, instead of a real phone. */
export function SimulatedPhone(): JSX.Element {
  const { t } = useLanguage();
  const toast = useToast();
  async function tap(act: "scan" | "confirm", text: string): Promise<void> {
    const isDone = await tapPhone(act);
    toast(isDone ? { text } : { text: t("playground.wechat"), isError: true });
  }
  return (
    <>
      <p class="quiet">{t("playground.phone")}</p>
      <p class="row">
        <ActButton onAct={() => tap("scan", t("playground.scanned"))}>
          {t("playground.scan")}
        </ActButton>
        <ActButton onAct={() => tap("confirm", t("playground.confirmed"))}>
          {t("playground.confirm")}
        </ActButton>
      </p>
    </>
  );
}
