/** Notifications to the team and to other buyers that name a buyer. What they say of money, cotas and prizes stays. */
import { sql } from 'kysely';
import type { PersonalDataOwner, PersonalDataTable } from './personal-data-table.ts';

/** Area code and number of the account's phone; null if it has none. */
const phoneOf = ({ userId }: PersonalDataOwner) => sql`(
  select substring(phone from '^(?:55)?([0-9]{10,11})$') from profiles where id = ${userId})`;

const wonHighestOrLowest = ({ userId }: PersonalDataOwner) => sql`action = 'close-extremes'
  and details -> 'winners' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))`;

/** Both names: which of them is the person's is not stored. The page of the rifa names the other one. */
const withoutHolders = (text: string) =>
  sql`regexp_replace(${sql.raw(text)}, '(”: |[)] e )[^“”()]* com a ', '\\1Uma pessoa com a ', 'g')`;

export const NAMING_NOTICES_DATA: PersonalDataTable[] = [
  // See find-instant-prizes.job.ts.
  {
    table: 'notifications',
    whose: ({ userId }) => sql`occasion like 'instant-prize:%:admin:%' and exists (
      select from instant_prizes prize where prize.user_id = ${userId}
        and occasion like 'instant-prize:' || prize.rifa_id || ':' || prize.position || ':admin:%')`,
    onDeletion: {
      message: sql`regexp_replace(message, '^.*? achou a cota ', 'Uma pessoa achou a cota ')`,
    },
  },
  // See notify-highest-lowest.job.ts.
  {
    table: 'notifications',
    whose: (person) => sql`occasion like 'extremes:%:admin:%' and exists (
      select from activity_logs line where ${wonHighestOrLowest(person)}
        and starts_with(notifications.occasion, line.occasion || ':admin:'))`,
    onDeletion: { message: withoutHolders('message') },
  },
  {
    table: 'activity_logs',
    whose: wonHighestOrLowest,
    onDeletion: {
      details: sql`details || jsonb_build_object('description', ${withoutHolders("details ->> 'description'")})`,
    },
  },
  // See reject-sale.ts: the sale has no account, and names the phone as it was typed.
  {
    table: 'notifications',
    whose: (person) => sql`occasion like 'stand-rejected:%'
      and regexp_replace(message, '[^0-9]', '', 'g') like '%' || ${phoneOf(person)} || '%'`,
    onDeletion: { message: sql`regexp_replace(message, '^.* recebe R', 'Uma pessoa recebe R')` },
  },
  // See claim-gift.ts: the giver's notification.
  {
    table: 'notifications',
    whose: ({ userId }) => sql`occasion like 'gift-claimed:%' and split_part(occasion, ':', 2) in (
      select reference from cota_gifts where recipient_id = ${userId})`,
    onDeletion: { message: sql`regexp_replace(message, '^.* aceitou (?=[^“]*“)', 'Uma pessoa aceitou ')` },
  },
  // See notify-group.job.ts: the starter's notification.
  {
    table: 'notifications',
    whose: ({ userId }) => sql`occasion like 'group-part-paid:%' and occasion in (
      select 'group-part-paid:' || id from orders where user_id = ${userId})`,
    onDeletion: {
      message: sql`regexp_replace(message, '^.*? pagou a parte ', 'Uma pessoa pagou a parte ')`,
    },
  },
];
