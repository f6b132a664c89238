-- Pictures that organisers upload: one master each, cleaned and cut to 4:3. In the database, so that every web process
-- has them and a backup holds them. The id is a hash of the master: the same picture is stored once, and its addresses
-- may be cached for ever.
create table pictures (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- JPEG.
  master bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now()
);

-- The sizes that browsers choose from, made from the master when first wanted.
create table picture_sizes (
  picture_id text not null references pictures on delete cascade,
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp')),
  content bytea not null,
  primary key (picture_id, width, format)
);
