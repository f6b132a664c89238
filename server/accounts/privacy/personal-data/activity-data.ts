/** Lines of the activity log: what the person did, and what others did about her. */
import { type RawBuilder, sql } from 'kysely';
import {
  by,
  erasedText,
  nothing,
  type PersonalDataOwner,
  type PersonalDataTable,
} from './personal-data-table.ts';

const ERASED_GRANT = sql`'Dar o papel de administração a uma conta excluída.'`;

const isAboutOwner = ({ userId }: PersonalDataOwner) => sql`entity_id = ${userId}`;

/** About the account, its affiliate account, or what the person bought, won or asked. */
const isAboutOwnThings = (person: PersonalDataOwner) => {
  const { userId } = person;
  return sql`(${isAboutOwner(person)}
    or (entity_type in ('account', 'profile') and entity_id is null)
    or entity_id in (
      select id::text from orders where user_id = ${userId}
      union all ${idsOfTickets(person)}
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
  // The subjects of the person's tickets.
  {
    table: 'activity_logs',
    whose: (person) => sql`entity_type = 'ticket' and entity_id in (${idsOfTickets(person)})`,
    onDeletion: {
      details: describedAs(sql`regexp_replace(details ->> 'description', '“.*”', '“(apagado)”')`),
    },
  },
  // The name of a colleague to whom a ticket was assigned: see assign-ticket.ts and act-on-ticket.ts.
  {
    table: 'activity_logs',
    whose: ({ userId }) => sql`entity_type = 'ticket'
      and ${userId} in (details -> 'after' ->> 'assignedTo', details -> 'after' ->> 'assigneeId')`,
    onDeletion: {
      details: describedAs(sql`regexp_replace(
        regexp_replace(details ->> 'description', '(” a )[^“”]*[.]$', '\\1uma pessoa.'),
        '([:;] responsável )[^;]*(;|[.]$)', '\\1uma pessoa\\2')`),
    },
  },
  // Requests to make the person an admin name her, and so do their lines and notifications.
  {
    table: 'activity_logs',
    whose: (person) => sql`entity_type = 'approval'
      and entity_id in (select id::text from approvals where ${isGrantOfAdmin(person)})`,
    onDeletion: {
      details: describedAs(
        sql`regexp_replace(details ->> 'description', '(administração a ).*$', '\\1uma conta excluída.')`,
      ),
    },
  },
  {
    table: 'notifications',
    whose: (person) => sql`data ->> 'href' = '/admin/aprovacoes' and exists (
      select from approvals where ${isGrantOfAdmin(person)} and occasion like 'approval%:' || approvals.id || '%')`,
    onDeletion: { message: ERASED_GRANT },
  },
  {
    table: 'approvals',
    whose: isGrantOfAdmin,
    onDeletion: { summary: ERASED_GRANT, payload: sql`payload - 'email'` },
  },
  // The team's notifications have the subject of the ticket as their message.
  {
    table: 'notifications',
    whose: (person) => sql`data ->> 'href' like '/admin/support?ticket=%'
      and data ->> 'href' = any(array(select '/admin/support?ticket=' || id from (${idsOfTickets(person)}) as own))`,
    onDeletion: { message: erasedText },
  },
  // What a colleague did about others stays, without the colleague's address.
  { table: 'activity_logs', whose: by('user_id'), onDeletion: { ip_address: nothing } },
];

function isGrantOfAdmin({ userId }: PersonalDataOwner) {
  return sql`kind = 'GRANT_ADMIN' and subject_id = ${userId}`;
}

function idsOfTickets({ userId, email }: PersonalDataOwner) {
  return sql`select id::text from support_tickets where user_id = ${userId} or contact_email = ${email}`;
}

function describedAs(description: RawBuilder<unknown>) {
  return sql`details || jsonb_build_object('description', ${description})`;
}

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
