-- Logos that the organiser uploaded. The id is a hash of the picture, so that its address may be cached for ever; former
-- ones stay for the mails that show them.
create table shop_logos (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- PNG.
  content bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null
);

insert into settings (key, value) values ('logo', '{"mark": null, "wide": null}');
