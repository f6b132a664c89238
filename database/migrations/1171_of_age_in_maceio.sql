-- A person comes of age at midnight in Maceió. The server's sessions run in UTC, where the day begins three hours earlier.
create or replace function can_user_participate_in_rifa(
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
       and coalesce(coalesce(profiles.birth_date, stated_birth_date) <= (now() at time zone 'America/Maceio')::date - interval '18 years', true)
       and (profiles.segment = 'vip' or not rifas.vip_only and coalesce(rifas.public_from <= now(), true))
       and not exists (select from excluded_people where cpf in (profiles.cpf, stated_cpf))
       and (coalesce(profiles.cpf, stated_cpf) is not null or not exists (select from excluded_people))
  )
$$;
