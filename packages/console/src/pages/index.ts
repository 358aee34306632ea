import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import type { TextKey } from "../i18n/index.ts";

/** A page: its address, and what draws it, loaded when it is opened. */
export interface Page {
  /** With `:name` for its parameters, which `useRoute` has. */
  readonly path: string;
  readonly component: ComponentType;
  /** Its entry in the navigation. */
  readonly nav?: TextKey;
  /** Stands apart, with what else concerns the visitor. */
  readonly isOwn?: boolean;
  readonly isForAdmins?: boolean;
}

/** All pages, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: "/bots",
    component: lazy(() => import("./bots.tsx").then((page) => page.BotsPage)),
    nav: "nav.bots",
  },
  {
    path: "/bots/new",
    component: lazy(() => import("./bind-bot.tsx").then((page) => page.BindBotPage)),
  },
  {
    path: "/bots/:id",
    component: lazy(() => import("./bot.tsx").then((page) => page.BotPage)),
  },
  {
    path: "/library",
    component: lazy(() => import("./library.tsx").then((page) => page.LibraryPage)),
    nav: "nav.library",
  },
  {
    path: "/library/:slug",
    component: lazy(() => import("./library-plugin.tsx").then((page) => page.LibraryPluginPage)),
  },
  {
    path: "/messages",
    component: lazy(() => import("./messages/list.tsx").then((page) => page.MessagesPage)),
    nav: "nav.messages",
  },
  {
    path: "/messages/:id",
    component: lazy(() => import("./messages/message.tsx").then((page) => page.MessagePage)),
  },
  {
    path: "/storage",
    component: lazy(() => import("./storage/storage.tsx").then((page) => page.StoragePage)),
    nav: "nav.storage",
  },
  {
    path: "/credits",
    component: lazy(() => import("./credits/credits.tsx").then((page) => page.CreditsPage)),
    nav: "nav.credits",
  },
  {
    path: "/credentials",
    component: lazy(() =>
      import("./credentials/credentials.tsx").then((page) => page.CredentialsPage),
    ),
    nav: "nav.credentials",
  },
  {
    path: "/developer",
    component: lazy(() => import("./developer.tsx").then((page) => page.DeveloperPage)),
    nav: "nav.developer",
  },
  {
    path: "/developer/new",
    component: lazy(() => import("./developer-new.tsx").then((page) => page.NewPluginPage)),
  },
  {
    path: "/developer/:id",
    component: lazy(() => import("./developer-plugin.tsx").then((page) => page.OwnPluginPage)),
  },
  {
    path: "/try",
    component: lazy(() =>
      import("./playground/playground.tsx").then((page) => page.PlaygroundPage),
    ),
    nav: "nav.playground",
  },
  {
    path: "/admin",
    component: lazy(() => import("./admin.tsx").then((page) => page.AdminPage)),
    nav: "nav.admin",
    isForAdmins: true,
  },
  {
    path: "/admin/reviews/:id",
    component: lazy(() => import("./admin-review.tsx").then((page) => page.ReviewPage)),
    isForAdmins: true,
  },
  {
    path: "/account",
    component: lazy(() => import("./account.tsx").then((page) => page.AccountPage)),
    nav: "nav.account",
    isOwn: true,
  },
];
