/** Error codes of the API. web/app/messages.ts holds the texts for users; `message` is for developers. */
import { accountErrors } from './errors/account-errors.ts';
import { generalErrors } from './errors/general-errors.ts';
import { panelErrors } from './errors/panel-errors.ts';
import { partnerErrors } from './errors/partner-errors.ts';
import { purchaseErrors } from './errors/purchase-errors.ts';
import { rifaErrors } from './errors/rifa-errors.ts';

export const apiErrors = {
  ...generalErrors,
  ...accountErrors,
  ...purchaseErrors,
  ...rifaErrors,
  ...partnerErrors,
  ...panelErrors,
};

export type ErrorCode = keyof typeof apiErrors;

/** For `.errors(...)` of a procedure. */
export function pickErrors<Code extends ErrorCode>(...codes: Code[]): Pick<typeof apiErrors, Code> {
  return Object.fromEntries(codes.map((code) => [code, apiErrors[code]])) as Pick<typeof apiErrors, Code>;
}
