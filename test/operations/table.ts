import { type Operation, OPERATIONS } from "@botwright/core";
import { markdownTable } from "../written-table.ts";

/** The words of the table in one language. */
interface TableWords {
  readonly titles: readonly string[];
  readonly kinds: Readonly<Record<Operation["kind"], string>>;
  readonly single: string;
  /** When `proactive` is needed. */
  readonly elsewhere: string;
}

const ENGLISH: TableWords = {
  titles: ["host call", "what it does", "permission", "counted by"],
  kinds: { read: "reads", effect: "changes something", send: "sends" },
  single: "single-platform variant only",
  elsewhere: "to other people",
};

const CHINESE: TableWords = {
  titles: ["宿主调用", "作用", "权限", "计入"],
  kinds: { read: "读取", effect: "改变状态", send: "发送" },
  single: "仅单平台版本",
  elsewhere: "发给其他人时",
};

/** The guides that have the table, by path, with their words. */
export const GUIDES: Readonly<Record<string, TableWords>> = {
  "docs/plugin-guide.md": ENGLISH,
  "docs/plugin-guide.zh.md": CHINESE,
};

/** What `meta.permissions` has to say. */
function permissionOf({ permission }: Operation, elsewhere: string): string {
  if (permission === undefined) return "";
  if (permission === "hosts") return '`hosts: ["…"]`';
  if (permission === "proactive") return `\`proactive: true\` (${elsewhere})`;
  return permission === "creds" ? '`creds: ["…"]`' : `\`${permission}: true\``;
}

/** Every host call that an author can make, as a table. */
export function operationTable({ titles, kinds, single, elsewhere }: TableWords): string {
  const rows = Object.values<Operation>(OPERATIONS).map((row) => [
    `\`${row.example}\`${row.variant === "single" ? ` (${single})` : ""}`,
    kinds[row.kind],
    permissionOf(row, elsewhere),
    ["hostCalls", ...(row.limit === undefined ? [] : [row.limit])].join(", "),
  ]);
  return markdownTable([titles, ...rows]);
}
