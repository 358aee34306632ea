import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import type { TextKey } from "../i18n/index.ts";
import { NotLoadedPage } from "./not-loaded.tsx";

/** A page: its URL path, and its component, which is loaded when the page is opened. */
export interface Page {
  /** The path, with `:name` for parameters, which `useRoute` returns. */
  readonly path: string;
  readonly component: ComponentType;
  /** Its entry in the navigation. */
  readonly nav?: TextKey;
  /** Whether the entry stands in the separate group for the visitor's own account. */
  readonly isOwn?: boolean;
  readonly isForAdmins?: boolean;
}

/** A page that is loaded when it is opened; if that fails, it says so. */
function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(() => load().catch(() => NotLoadedPage));
}

/** All pages, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: "/bots",
    component: lazyPage(() => import("./bots/bots.tsx").then((page) => page.BotsPage)),
    nav: "nav.bots",
  },
  {
    path: "/bots/new",
    component: lazyPage(() => import("./bots/bind-bot.tsx").then((page) => page.BindBotPage)),
  },
  {
    path: "/bots/:id",
    component: lazyPage(() => import("./bots/bot.tsx").then((page) => page.BotPage)),
  },
  {
    path: "/library",
    component: lazyPage(() => import("./library/library.tsx").then((page) => page.LibraryPage)),
    nav: "nav.library",
  },
  {
    path: "/library/:slug",
    component: lazyPage(() =>
      import("./library/library-plugin.tsx").then((page) => page.LibraryPluginPage),
    ),
  },
  {
    path: "/messages",
    component: lazyPage(() => import("./messages/list.tsx").then((page) => page.MessagesPage)),
    nav: "nav.messages",
  },
  {
    path: "/messages/:id",
    component: lazyPage(() => import("./messages/message.tsx").then((page) => page.MessagePage)),
  },
  {
    path: "/storage",
    component: lazyPage(() => import("./storage/storage.tsx").then((page) => page.StoragePage)),
    nav: "nav.storage",
  },
  {
    path: "/credits",
    component: lazyPage(() => import("./credits/credits.tsx").then((page) => page.CreditsPage)),
    nav: "nav.credits",
  },
  {
    path: "/credentials",
    component: lazyPage(() =>
      import("./credentials/credentials.tsx").then((page) => page.CredentialsPage),
    ),
    nav: "nav.credentials",
  },
  {
    path: "/developer",
    component: lazyPage(() =>
      import("./developer/developer.tsx").then((page) => page.DeveloperPage),
    ),
    nav: "nav.developer",
  },
  {
    path: "/developer/new",
    component: lazyPage(() =>
      import("./developer/new-plugin.tsx").then((page) => page.NewPluginPage),
    ),
  },
  {
    path: "/developer/:id",
    component: lazyPage(() =>
      import("./developer/own-plugin.tsx").then((page) => page.OwnPluginPage),
    ),
  },
  {
    path: "/try",
    component: lazyPage(() =>
      import("./playground/playground.tsx").then((page) => page.PlaygroundPage),
    ),
    nav: "nav.playground",
  },
  {
    path: "/admin",
    component: lazyPage(() => import("./admin/admin.tsx").then((page) => page.AdminPage)),
    nav: "nav.admin",
    isForAdmins: true,
  },
  {
    path: "/admin/reviews/:id",
    component: lazyPage(() => import("./admin/review.tsx").then((page) => page.ReviewPage)),
    isForAdmins: true,
  },
  {
    path: "/account",
    component: lazyPage(() => import("./account.tsx").then((page) => page.AccountPage)),
    nav: "nav.account",
    isOwn: true,
  },
];
