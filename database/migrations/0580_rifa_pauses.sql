-- Sales that an admin paused, with the reason that buyers read. Orders reserved before may still be paid.
alter table rifas add column paused_at timestamptz;
alter table rifas add column pause_reason text;
-- Why an admin ended the sales before their declared end; null for rifas that ended as declared.
alter table rifas add column close_reason text;
alter table rifas add constraint rifas_pause_reason check (
  (paused_at is null) = (pause_reason is null) and char_length(btrim(pause_reason)) between 3 and 300) not valid;
alter table rifas validate constraint rifas_pause_reason;
alter table rifas add constraint rifas_close_reason check (char_length(btrim(close_reason)) between 3 and 300) not valid;
alter table rifas validate constraint rifas_close_reason;
