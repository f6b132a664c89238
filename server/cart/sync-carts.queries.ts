export interface SyncedSession {
  sessionId: string;
  /** False: migrated, expired or of another user. */
  open: boolean;
  /** The stored version equals the version that the browser changed. */
  expected: boolean;
  /** Lines stored. */
  saved: number;
  /** Null if nothing was written: closed, unexpected version, or changed by another statement after this one began. */
  version: number | null;
  /** The caller consents to cart tracking, or has tracked carts. */
  recorded: boolean;
}

/**
 * Parameters: sessions, their callers, the versions that they changed, and the lines as JSON. Writes only lines that
 * differ, and nothing if none does. All parts see the carts as they were when the statement began; the update of a session
 * therefore requires the version read then. Separate inserts and updates write less log than `on conflict`.
 */
export const SYNC_CARTS = `
  with asked as (
    select * from unnest($1::text[], $2::uuid[], $3::integer[]) as asked (session_id, user_id, version)
  ), before as (
    select session.session_id, session.version, session.user_id, asked.user_id as caller_id,
      session.user_id is null and asked.user_id is not null as gains_owner,
      session.status = 'active' and session.expires_at > now()
        and (session.user_id is null or session.user_id is not distinct from asked.user_id) as open,
      asked.version is null or asked.version = session.version as expected
    from asked join anonymous_cart_sessions as session on session.session_id = asked.session_id
  ), sent as (
    select line.id, "sessionId" as session_id, "rifaId" as rifa_id, quantity, tier, "bonusQuantity" as bonus_quantity,
      chosen, "selectedNumbers" as selected_numbers, "rifaData" as rifa_data, "addedAt" as added_at
    from jsonb_to_recordset($4::jsonb) as line (
      id uuid, "sessionId" text, "rifaId" uuid, quantity integer, tier text, "bonusQuantity" integer, chosen boolean,
      "selectedNumbers" integer[], "rifaData" jsonb, "addedAt" timestamptz)
    where exists (select from rifas where rifas.id = "rifaId")
      -- Never overwrite a line of another session.
      and not exists (select from anonymous_cart_items as other where other.id = line.id and session_id <> "sessionId")
  ), stored as (
    select line.* from asked join anonymous_cart_items as line on line.session_id = asked.session_id
  ), changed as (
    select sent.*, stored.id is null as is_new from sent left join stored on stored.id = sent.id
    where stored.id is null
      or (stored.rifa_id, stored.quantity, stored.tier, stored.bonus_quantity, stored.chosen, stored.selected_numbers,
          stored.rifa_data, stored.added_at)
        is distinct from (sent.rifa_id, sent.quantity, sent.tier, sent.bonus_quantity, sent.chosen,
          sent.selected_numbers, sent.rifa_data, sent.added_at)
  ), gone as (
    select id, session_id from stored
    where not exists (select from sent where sent.id = stored.id and sent.session_id = stored.session_id)
  ), differing as (
    select session_id from changed
    union select session_id from gone
    union select session_id from before where gains_owner
  ), updated as (
    update anonymous_cart_sessions as session
    set version = session.version + 1, last_updated = now(), user_id = coalesce(session.user_id, before.caller_id)
    from before
    where session.session_id = before.session_id and session.version = before.version and session.status = 'active'
      and session.user_id is not distinct from before.user_id and before.open and before.expected
      and before.session_id in (select session_id from differing)
    returning session.session_id, session.version
  ), created as (
    insert into anonymous_cart_sessions (session_id, user_id)
    select session_id, user_id from asked
    where not exists (select from before where before.session_id = asked.session_id)
    returning session_id, version
  ), written as (
    select * from updated union all select * from created
  ), deleted as (
    delete from anonymous_cart_items where id in (select id from gone join written using (session_id))
  ), replaced as (
    update anonymous_cart_items as line
    set rifa_id = changed.rifa_id, quantity = changed.quantity, tier = changed.tier,
      bonus_quantity = changed.bonus_quantity, chosen = changed.chosen, selected_numbers = changed.selected_numbers,
      rifa_data = changed.rifa_data, added_at = changed.added_at
    from changed join written using (session_id)
    where line.id = changed.id and not changed.is_new
  ), added as (
    insert into anonymous_cart_items (id, session_id, rifa_id, quantity, tier, bonus_quantity, chosen, selected_numbers,
      rifa_data, added_at)
    select id, session_id, rifa_id, quantity, tier, bonus_quantity, chosen, selected_numbers, rifa_data, added_at
    from changed join written using (session_id) where is_new
  )
  select asked.session_id as "sessionId", coalesce(before.open, true) as open,
    coalesce(before.expected, true) as expected,
    (select count(*) from sent where sent.session_id = asked.session_id)::integer as saved,
    coalesce(written.version, case when before.open
      and not exists (select from differing where differing.session_id = asked.session_id) then before.version end
    ) as version,
    asked.user_id is not null and (
      coalesce((select measurement or marketing from consents where consents.user_id = asked.user_id
        order by id desc limit 1), false)
      or exists (select from abandoned_cart_tracking as tracked
        where tracked.user_id = asked.user_id and tracked.recovered_at is null)) as recorded
  from asked
  left join before on before.session_id = asked.session_id
  left join written on written.session_id = asked.session_id`;
