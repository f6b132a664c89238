-- A deleted account keeps its row, emptied of everything personal, because orders, payments and draws refer to it.
alter table profiles add column deleted_at timestamptz;
