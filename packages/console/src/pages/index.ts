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
  readonly isForAdmins?: boolean;
}

/** All pages, in the order of the navigation. */
export const PAGES: readonly Page[] = [
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
    component: lazy(() => import("./playground.tsx").then((page) => page.PlaygroundPage)),
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
  },
];
