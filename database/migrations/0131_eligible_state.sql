-- Cities of the same name are told apart by their state: Pilar stands in Alagoas and in Paraíba. All eligible cities of
-- a rifa lie in one state.
alter table rifas
  add column eligible_state text not null default 'AL'
    constraint rifas_eligible_state check (eligible_state ~ '^[A-Z]{2}$');

-- As before, and the state has to be the rifa's. Who has not said in which state their city lies may not yet.
create or replace function can_user_participate_in_rifa(user_uuid uuid, rifa_uuid uuid)
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
       and profiles.city = any (rifas.eligible_cities)
       and profiles.state = rifas.eligible_state
       and (profiles.birth_date is null or profiles.birth_date <= current_date - interval '18 years')
  )
$$;
