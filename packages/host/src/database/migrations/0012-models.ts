import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Models with their prices, and the providers of models and searches. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ai_provider (
      id bigint generated always as identity primary key,
      name text not null unique,
      base_url text not null,
      -- The key, sealed, or null when none is sent.
      sealed text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table ai_model (
      id bigint generated always as identity primary key,
      name text not null unique,
      display_name text not null,
      brand text not null,
      category text not null check (category in ('chat', 'vision', 'image')),
      provider_id bigint not null references ai_provider,
      -- The provider's name of the model.
      provider_model text not null,
      -- USD per million tokens, or per thousand images. Of arbitrary precision, so that they are exact.
      input_price numeric not null check (input_price between 0 and 1000000),
      output_price numeric not null check (output_price between 0 and 1000000),
      cost_multiplier numeric not null check (cost_multiplier between 0 and 1000),
      is_free boolean not null,
      enabled boolean not null,
      position int not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index ai_model_provider on ai_model (provider_id)`.execute(db);
  await sql`
    create table search_provider (
      id bigint generated always as identity primary key,
      name text not null unique,
      type text not null check (type in ('searxng', 'brave', 'tavily', 'duckduckgo')),
      -- Null: the public service's.
      base_url text,
      sealed text,
      enabled boolean not null,
      position int not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
}

export const models: Migration = { up };
