-- People who may not take part in any rifa of the shop: staff, organisers and others that the regulation names.
create table excluded_people (
  cpf text primary key check (cpf ~ '^[0-9]{11}$'),
  -- Who it is, for the team.
  note text not null,
  added_by uuid not null references profiles on delete restrict,
  added_at timestamptz not null
);

-- As before, and not for excluded people. While the list has entries, a CPF is needed to check it. Both the CPF of the
-- profile and the one stated with the order count.
create function can_user_participate_in_rifa(
  user_uuid uuid, rifa_uuid uuid, stated_city text, stated_state text, stated_birth_date date, stated_cpf text)
returns boolean
language sql
stable
as $$
  select exists (
    select
      from profiles
      join rifas on rifas.id = rifa_uuid
     where profiles.id = user_uuid
       and rifas.status = 'active'
       and case when stated_city is null or (profiles.city is not null and profiles.state is not null)
             then profiles.city = any (rifas.eligible_cities) and profiles.state = rifas.eligible_state
             else stated_city = any (rifas.eligible_cities) and stated_state = rifas.eligible_state
           end
       and coalesce(coalesce(profiles.birth_date, stated_birth_date) <= current_date - interval '18 years', true)
       and (profiles.segment = 'vip' or not rifas.vip_only and coalesce(rifas.public_from <= now(), true))
       and not exists (select from excluded_people where cpf in (profiles.cpf, stated_cpf))
       and (coalesce(profiles.cpf, stated_cpf) is not null or not exists (select from excluded_people))
  )
$$;

create or replace function can_user_participate_in_rifa(
  user_uuid uuid, rifa_uuid uuid, stated_city text, stated_state text, stated_birth_date date)
returns boolean
language sql
stable
as $$
  select can_user_participate_in_rifa(user_uuid, rifa_uuid, stated_city, stated_state, stated_birth_date, null)
$$;

create or replace function can_user_participate_in_rifa(user_uuid uuid, rifa_uuid uuid)
returns boolean
language sql
stable
as $$
  select can_user_participate_in_rifa(user_uuid, rifa_uuid, null, null, null, null)
$$;
