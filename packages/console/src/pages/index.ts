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
    path: "/account",
    component: lazy(() => import("./account.tsx").then((page) => page.AccountPage)),
    nav: "nav.account",
  },
];
