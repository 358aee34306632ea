import type { JSX } from "preact";
import { useLocation } from "preact-iso";
import { HealthTab } from "../../admin/health/health-tab.tsx";
import { ModelsTab } from "../../admin/models/models-tab.tsx";
import { ReviewsTab } from "../../admin/reviews/reviews-tab.tsx";
import { SearchTab } from "../../admin/search/search-tab.tsx";
import { UsageTab } from "../../admin/usage-tab.tsx";
import { UsersTab } from "../../admin/users/users-tab.tsx";
import { useLanguage } from "../../i18n/index.ts";
import { Tabs } from "../../ui/tabs.tsx";

/** The parts of the administration, in the order of the tabs. */
const TABS = {
  reviews: ReviewsTab,
  users: UsersTab,
  models: ModelsTab,
  usage: UsageTab,
  search: SearchTab,
  health: HealthTab,
} as const;

const KEYS = ["reviews", "users", "models", "usage", "search", "health"] as const;

/** The pages of administrators. */
export function AdminPage(): JSX.Element {
  const { t } = useLanguage();
  const { query } = useLocation();
  const tab = KEYS.find((key) => key === query["tab"]) ?? "reviews";
  const Tab = TABS[tab];
  return (
    <>
      <h1>{t("nav.admin")}</h1>
      <Tabs
        label={t("admin.tabs")}
        current={tab}
        tabs={KEYS.map((key) => ({ key, text: t(`admin.tab.${key}`) }))}
      />
      <Tab />
    </>
  );
}
