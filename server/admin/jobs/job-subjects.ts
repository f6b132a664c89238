/** Finds what background jobs concern, from the ids and e-mail addresses in their payloads. */
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { JobSubject } from '@mare/contract/admin/parked-jobs.ts';
import type { DB } from '@mare/database/schema.ts';

/** Payloads shown per job, which may have hundreds. */
const SHOWN = 3;

/** Every payload field that names a subject of a job. */
const id = z.uuid().optional().catch(undefined);
const text = z.string().optional().catch(undefined);
const payloadSchema = z.object({
  orderId: id,
  rifaId: id,
  ticketId: id,
  userId: id,
  personId: id,
  partnerId: id,
  groupId: id,
  noticeId: id,
  changeId: id,
  challengeId: id,
  /** Reference of a gift. */
  reference: text,
  email: text,
  to: z.union([z.string().transform((email) => [email]), z.array(z.string())]).catch([]),
  contact: z.object({ email: text, phone: text }).optional().catch(undefined),
});
type Payload = z.infer<typeof payloadSchema>;

export interface JobSubjects {
  subjects: JobSubject[];
  moreSubjects: number;
}

/** @returns one entry for each of `jobs`, with the data of its rows; deleted rows are left out */
export async function findJobSubjects(db: Kysely<DB>, jobs: unknown[]): Promise<JobSubjects[]> {
  const payloads = jobs.map(readPayloads);
  const shown = payloads.map((all) => all.slice(0, SHOWN));
  const named = await findNamed(db, shown.flat());
  return shown.map((some, at) => ({
    subjects: withoutRepeats(some.flatMap((payload) => subjectsOf(payload, named))),
    moreSubjects: payloads[at]!.length - some.length,
  }));
}

/** Reads all payloads of a job. */
function readPayloads(data: unknown): Payload[] {
  const { payloads } = z
    .object({ payloads: z.array(z.unknown()) })
    .catch({ payloads: [data] })
    .parse(data);
  return payloads.flatMap((payload) => payloadSchema.safeParse(payload).data ?? []);
}

type Named = Map<string, JobSubject>;

/** Looked up by payload field, as one id may be in several fields. */
const key = (field: keyof Payload, value: string) => `${field}:${value}`;

async function findNamed(db: Kysely<DB>, payloads: Payload[]): Promise<Named> {
  const of = (field: 'orderId' | 'rifaId' | 'ticketId' | 'userId' | 'personId' | 'partnerId' | 'groupId') =>
    valuesOf(payloads, field);
  const { rows } = await sql<{
    field: keyof Payload;
    value: string;
    kind: string;
    id: string;
    title: string;
  }>`
    with wanted (field, value, order_id) as (
      select 'orderId', id::text, id from orders where id = any (${of('orderId')}::uuid[])
      union all select 'groupId', group_id::text, order_id from group_purchase_parts
        where group_id = any (${of('groupId')}::uuid[]) and part_no = 1 and order_id is not null
      union all select 'reference', reference, order_id from (
        select distinct on (reference) reference, order_id from cota_gifts
        where reference = any (${valuesOf(payloads, 'reference')}::text[])) as gift
    )
    select field, value, 'order' as kind, orders.id, coalesce(profiles.name, 'Sem nome') || ', ' || rifas.title as title
      from wanted join orders on orders.id = wanted.order_id join profiles on profiles.id = orders.user_id
      join rifas on rifas.id = orders.rifa_id
    union all select 'rifaId', id::text, 'rifa', id, title from rifas where id = any (${of('rifaId')}::uuid[])
    union all select 'noticeId', notice.id::text, 'rifa', rifas.id, title from opening_notices as notice
      join rifas on rifas.id = notice.rifa_id where notice.id = any (${valuesOf(payloads, 'noticeId')}::uuid[])
    union all select 'ticketId', id::text, 'ticket', id, subject from support_tickets
      where id = any (${of('ticketId')}::uuid[])
    union all select 'partnerId', id::text, 'partner', id, company_name from partners
      where id = any (${of('partnerId')}::uuid[])
    union all select 'userId', id::text, 'person', id, coalesce(name, 'Sem nome') from profiles
      where id = any (${of('userId')}::uuid[])
    union all (select distinct on (person_id) 'personId', person_id::text, 'person', id, coalesce(name, 'Sem nome')
      from profiles where person_id = any (${of('personId')}::uuid[]) order by person_id, created_at desc)
    union all select 'changeId', change.id::text, 'person', profiles.id, coalesce(name, 'Sem nome')
      from auth.reversible_changes as change join profiles on profiles.id = change.user_id
      where change.id = any (${valuesOf(payloads, 'changeId')}::uuid[])
    union all select 'challengeId', challenge.id::text, 'person', profiles.id, coalesce(name, 'Sem nome')
      from auth.mfa_challenges as challenge join auth.mfa_factors as factor on factor.id = challenge.factor_id
      join profiles on profiles.id = factor.user_id
      where challenge.id = any (${valuesOf(payloads, 'challengeId')}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ field, value, ...subject }) => [key(field, value), subject as JobSubject] as const),
  );
}

type IdField = Exclude<keyof Payload, 'email' | 'to' | 'contact'>;

function valuesOf(payloads: Payload[], field: IdField): string[] {
  return [...new Set(payloads.flatMap((payload) => payload[field] ?? []))];
}

function subjectsOf(payload: Payload, named: Named): JobSubject[] {
  const { email, to, contact, ...ids } = payload;
  const found = Object.entries(ids).flatMap(
    ([field, value]) => named.get(key(field as IdField, value)) ?? [],
  );
  const recipients = [email, ...to, contact?.email, contact?.phone].filter(
    (recipient) => recipient !== undefined,
  );
  return [...found, ...recipients.map((title) => ({ kind: 'address' as const, title }))];
}

function withoutRepeats(subjects: JobSubject[]): JobSubject[] {
  return [...new Map(subjects.map((subject) => [`${subject.kind}:${subject.title}`, subject])).values()];
}
