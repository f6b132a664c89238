-- What is declared with a rifa about the end of its sales, and what it has reached.
alter table rifas
  -- Sold out before its date, it is drawn with the next extraction that leaves a day's time.
  add column draws_early boolean not null default false,
  -- With fewer cotas sold than this share of all at the draw's date: drawn all the same, put off, or paid back.
  add column unsold_policy text not null default 'draw' check (unsold_policy in ('draw', 'postpone', 'refund')),
  add column unsold_min_percent integer not null default 0 check (unsold_min_percent between 0 and 100),
  add column postponements integer not null default 0,
  -- Percent of the cotas sold that was last announced.
  add column milestone integer not null default 0,
  add column announce_milestones boolean not null default true,
  -- Easy to say and to type: no vowels that make words with them, no 0, 1, I or O. Two rifas may share one.
  add column short_code text not null generated always as (
    translate(substr(md5(id::text), 1, 7), '0123456789abcdef', 'BCDFGHJKLMNPRTVX')) stored;
create index rifas_short_code on rifas (short_code);

create trigger rifa_ends_stay before update of draws_early, unsold_policy, unsold_min_percent on rifas for each row
  when (old.published_at is not null
    and (new.draws_early, new.unsold_policy, new.unsold_min_percent)
      is distinct from (old.draws_early, old.unsold_policy, old.unsold_min_percent))
  execute function rifa_stays_as_published();
