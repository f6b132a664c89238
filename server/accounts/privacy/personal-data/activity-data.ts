/** Lines of the activity log: what the person did, and what others did about her. */
import { sql } from 'kysely';
import { by, nothing, type PersonalDataOwner, type PersonalDataTable } from './personal-data-table.ts';

const isAboutOwner = ({ userId }: PersonalDataOwner) => sql`entity_id = ${userId}`;

/** About the account, its affiliate account, or what the person bought, won or asked. */
const isAboutOwnThings = (person: PersonalDataOwner) => {
  const { userId, email } = person;
  return sql`(${isAboutOwner(person)}
    or (entity_type in ('account', 'profile') and entity_id is null)
    or entity_id in (
      select id::text from orders where user_id = ${userId}
      union all select id::text from support_tickets where user_id = ${userId} or contact_email = ${email}
      union all select id::text from rifa_winners where user_id = ${userId}
      union all select id::text from service_vouchers where user_id = ${userId}
      union all select id::text from affiliates where user_id = ${userId}))`;
};

/** Acts as a buyer. What a colleague did to an own order in the panel, with a reason or a note, is none. */
const isOwnAct = (person: PersonalDataOwner) =>
  sql`(user_id = ${person.userId} and ${isAboutOwnThings(person)}
    and not (entity_type = 'order' and details ?| array['reason', 'note', 'before']))`;

export const ACTIVITY_DATA: PersonalDataTable[] = [
  {
    table: 'activity_logs',
    section: 'atividades',
    columns: ['action', 'entity_type', 'entity_id', exportedDetails, exportedIpAddress, 'created_at'],
    whose: (person) => sql`(user_id = ${person.userId} or ${isAboutOwner(person)})`,
    onDeletion: 'keep',
  },
  {
    table: 'activity_logs',
    whose: (person) => sql`(${isAboutOwner(person)} or ${isOwnAct(person)})`,
    onDeletion: { details: sql`jsonb_build_object('description', '(apagado com a conta)')` },
  },
  // What a colleague did about others stays, without the colleague's address.
  { table: 'activity_logs', whose: by('user_id'), onDeletion: { ip_address: nothing } },
];

/** Acts of others are described, without internal notes; the team's acts about other people are theirs. */
function exportedDetails(person: PersonalDataOwner) {
  return sql`case
    when ${isOwnAct(person)} then details
    when ${isAboutOwner(person)} then jsonb_build_object('description', details -> 'description')
    end as details`;
}

/** Not the address of a colleague. */
function exportedIpAddress({ userId }: PersonalDataOwner) {
  return sql`case when user_id = ${userId} then ip_address end as ip_address`;
}
