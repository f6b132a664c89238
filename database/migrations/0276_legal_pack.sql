alter table rifa_legal
  drop constraint rifa_legal_route_check,
  add constraint rifa_legal_route_check
    check (route in ('spa_mf', 'spa_mf_filantropico', 'capitalizacao', 'state_lottery', 'none')),
  -- Of the certificate, ISO dates, both included.
  add column valid_from text check (valid_from ~ '^\d{4}-\d{2}-\d{2}$'),
  add column valid_until text check (valid_until ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The entity that receives the proceeds.
  add column beneficiary_name text,
  add column beneficiary_cnpj text check (beneficiary_cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$');

-- The certificate of the authorisation is public; the proof that the organiser owns the prizes is for the panel.
create table legal_files (
  rifa_id uuid not null references rifas on delete cascade,
  kind text not null check (kind in ('certificate', 'ownership')),
  -- In the address of the certificate.
  file_id uuid not null unique,
  name text not null,
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  content bytea not null check (octet_length(content) <= 5242880),
  stored_by uuid not null references profiles on delete restrict,
  stored_at timestamptz not null,
  primary key (rifa_id, kind)
);
create trigger legal_files_stay before insert or update on legal_files for each row
  when (new.kind = 'certificate') execute function rifa_part_stays_as_published();
create trigger legal_files_stay_stored before delete on legal_files for each row
  when (old.kind = 'certificate') execute function rifa_part_stays_as_published();

-- Tax: Lei 8.981/1995, art. 63.
insert into settings (key, value) values ('prizes', jsonb_build_object(
  'claimDays', 30,
  'taxOnProducts', 'O imposto de renda sobre este prêmio, de 20% do valor de mercado, é pago pelo organizador (Lei 8.981/1995, artigo 63). Quem ganha recebe o prêmio inteiro.',
  'taxOnServices', 'O imposto de renda sobre este prêmio, de 20% do valor de mercado, é pago pelo organizador (Lei 8.981/1995, artigo 63). Quem ganha usa o serviço sem pagar nada.'
));
