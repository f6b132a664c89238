-- When the team declared the accounts of a drawn rifa complete. The activity log says who.
alter table rifas add column books_closed_at timestamptz;
