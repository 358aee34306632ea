import { type Kysely, sql } from "kysely";

/** A table as the picture shows it. */
export interface DrawnTable {
  readonly name: string;
  readonly columns: readonly DrawnColumn[];
}

interface DrawnColumn {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
  readonly isOptional: boolean;
  /** The table of its foreign key. */
  readonly refersTo: string | null;
}

/** The tables of each part of the host, in the order of the picture. Others come last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "accounts and login": [
    "user_account",
    "user_login",
    "user_session",
    "user_verification",
    "deletion",
  ],
  "bots and their messages": [
    "bot",
    "adapter_state",
    "message",
    "lane",
    "bot_login",
    "bot_callback",
  ],
  plugins: ["plugin", "plugin_version", "installation"],
  nodes: ["node", "maintenance"],
  journals: ["journal_entry", "journal_media", "journal_media_use"],
  storage: ["storage_value", "storage_account", "storage_effect"],
  credits: [
    "credit_account",
    "credit_row",
    "reservation",
    "spending_limit",
    "spending",
    "credit_warning",
  ],
  "models and settings": ["ai_provider", "ai_model", "search_provider", "host_setting"],
  "other services": [
    "service_use",
    "platform_credentials",
    "usage_counter",
    "usage_event",
    "rate_window",
    "cache",
  ],
};

const WIDTH = 1120;
const COLUMNS = 4;
const GAP = 20;
const LINE = 16;
const HEAD = 24;
const BOX_WIDTH = (WIDTH - GAP * (COLUMNS + 1)) / COLUMNS;

/** Reads the tables of a migrated database, without those of the migrations themselves. */
export async function readSchema<DB>(db: Kysely<DB>): Promise<DrawnTable[]> {
  const { rows } = await sql<DrawnColumn & { table: string }>`
    select c.table_name as table, c.column_name as name,
      format_type(a.atttypid, a.atttypmod) as type,
      c.is_nullable = 'YES' as "isOptional",
      exists (
        select from pg_index i
        where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey",
      (select f.confrelid::regclass::text from pg_constraint f
        where f.contype = 'f' and f.conrelid = a.attrelid and f.conkey = array[a.attnum]
        limit 1) as "refersTo"
    from information_schema.columns c
      join pg_attribute a on a.attrelid = quote_ident(c.table_name)::regclass and a.attname = c.column_name
    where c.table_schema = current_schema() and not starts_with(c.table_name, 'kysely_')
    order by c.table_name, c.ordinal_position`.execute(db);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({ name, columns }));
}

interface Box {
  readonly table: DrawnTable;
  readonly x: number;
  readonly y: number;
}

/** Draws the tables as SVG, group by group. */
export function drawSchema(tables: readonly DrawnTable[]): string {
  const grouped = groupTables(tables);
  const boxes: Box[] = [];
  const titles: string[] = [];
  let top = GAP;
  for (const [title, members] of grouped) {
    titles.push(
      `<text x="${GAP}" y="${top + 16}" font-size="15" font-weight="600" fill="#1f2328">${title}</text>`,
    );
    const bottoms = Array.from({ length: COLUMNS }, () => top + 28);
    for (const table of members) {
      const column = bottoms.indexOf(Math.min(...bottoms));
      const y = bottoms[column] ?? top;
      boxes.push({ table, x: GAP + column * (BOX_WIDTH + GAP), y });
      bottoms[column] = y + heightOf(table) + GAP;
    }
    top = Math.max(...bottoms) + GAP / 2;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif" role="img" aria-label="The tables of the host's database, with their columns and foreign keys">
<rect width="${WIDTH}" height="${top}" fill="#fff"/>
${titles.join("\n")}
${boxes.map(drawBox).join("\n")}
</svg>
`;
}

function groupTables(
  tables: readonly DrawnTable[],
): readonly (readonly [title: string, members: readonly DrawnTable[]])[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const known = new Set(Object.values(GROUPS).flat());
  const others = tables.filter(({ name }) => !known.has(name));
  const grouped = Object.entries(GROUPS).map(
    ([title, names]) => [title, names.flatMap((name) => byName.get(name) ?? [])] as const,
  );
  return [...grouped, ["further tables", others] as const].filter(
    ([, members]) => members.length > 0,
  );
}

function heightOf({ columns }: DrawnTable): number {
  return HEAD + columns.length * LINE + 8;
}

function drawBox({ table, x, y }: Box): string {
  const rows = table.columns.map(({ name, type, isKey, isOptional, refersTo }, index) => {
    const line = y + HEAD + (index + 1) * LINE - 2;
    const weight = isKey ? ' font-weight="600"' : "";
    return `<text x="${x + 10}" y="${line}" font-size="11" fill="#1f2328"${weight}>${name}</text><text x="${x + BOX_WIDTH - 10}" y="${line}" font-size="11" fill="#656d76" text-anchor="end">${refersTo === null ? shorten(type) : `→ ${refersTo}`}${isOptional ? " ?" : ""}</text>`;
  });
  return `<g><rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${heightOf(table)}" rx="6" fill="#f6f8fa" stroke="#d0d7de"/>
<path d="M${x} ${y + HEAD}h${BOX_WIDTH}" stroke="#d0d7de"/>
<text x="${x + 10}" y="${y + 16}" font-size="12" font-weight="600" fill="#0550ae">${table.name}</text>
${rows.join("\n")}</g>`;
}

function shorten(type: string): string {
  return type.replace("timestamp with time zone", "timestamptz").replace("integer", "int");
}
