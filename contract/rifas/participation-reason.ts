import { z } from 'zod';

/** Why a buyer cannot take part in a rifa. */
export const participationReason = z.enum([
  'city_unknown',
  'other_city',
  'birth_date_unknown',
  'under_age',
  'not_on_sale',
  'vip_only',
  'vip_first',
  'excluded',
  'cpf_unknown',
  'self_excluded',
  'paused',
  'phone_unconfirmed',
]);
