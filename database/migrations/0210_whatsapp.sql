-- Who wants to hear of payments and draws by WhatsApp: asked for by the person, on a phone that answered with a code.
create table whatsapp_contacts (
  user_id uuid primary key references profiles on delete cascade,
  -- With the country's code, digits alone.
  phone text not null check (phone ~ '^[1-9][0-9]{9,14}$'),
  -- Of the code on its way to the phone; null when there is none.
  code_hash bytea,
  code_ends_at timestamptz not null,
  tries integer not null default 0,
  -- From when on messages are wanted: null until the code came back.
  confirmed_at timestamptz,
  -- The wording that was agreed to.
  text_version integer not null
);
