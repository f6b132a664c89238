import { expect, test } from 'vitest';
import { findDangers } from './dangerous-statements.ts';
import { readMigrations } from './migrate.ts';

/** Earlier migrations are from before the first release. */
const BEFORE_ANY_USE = '0189';

test('no migration breaks or blocks the previous version', () => {
  const dangers = readMigrations()
    .filter(({ name }) => name > BEFORE_ANY_USE)
    .flatMap(({ name, sql }) => findDangers(sql).map((danger) => ({ name, ...danger })));
  expect(dangers).toEqual([]);
});

test.each([
  'drop table orders;',
  'alter table orders drop column status;',
  'alter table orders rename column status to state;',
  'ALTER TABLE orders\n  ALTER COLUMN total_amount TYPE bigint;',
  'alter table orders add column note text not null;',
  'alter table orders add column fee numeric(10, 2) not null, add column note text default null;',
  "alter table orders add column note text default '', add column fee bigint not null;",
  'alter table orders alter column note set not null;',
  'truncate orders;',
  'delete from orders;',
  'lock table rifas;',
])('rejects %s', (sql) => {
  expect(findDangers(sql)).toHaveLength(1);
});

test.each([
  'create table notes (id uuid primary key, note text not null); alter table notes alter column note set not null;',
  "alter table orders add column note text not null default '';",
  'alter table orders add column note text;',
  'alter table orders add column sent_at date, add constraint sent check (status <> 1 or sent_at is not null);',
  'create index on orders (created_at);',
  "comment on table orders is 'drop table orders';",
  '-- drop table orders;\nselect 1;',
  'create function f() returns void language sql as $$ delete from carts $$;',
  "delete from settings where key = 'old';",
  '-- contracts: nothing reads it since version 12\ndrop table old_carts;',
])('accepts %s', (sql) => {
  expect(findDangers(sql)).toEqual([]);
});
