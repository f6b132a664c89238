-- What a buyer likes to be shown, and when to be written to. Who never said so has no row.
create table buyer_preferences (
  user_id uuid primary key references profiles on delete cascade,
  -- What the first prize is; none: everything.
  favorite_categories text[] not null check (favorite_categories <@ array['product', 'service']),
  -- Of a cota.
  min_price numeric(12, 2) not null check (min_price >= 0),
  max_price numeric(12, 2) not null check (max_price >= min_price),
  -- In Maceió.
  notification_time text not null check (notification_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  theme text not null check (theme in ('auto', 'light', 'dark')),
  updated_at timestamptz not null
);
