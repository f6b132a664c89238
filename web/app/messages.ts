/** Messages for all error codes of the API. A missing one is a type error. */
import { ORPCError } from '@orpc/client';
import type { ErrorCode } from '@mare/contract/errors.ts';
import { CONNECTION_FAILED } from './fetching/failures/connection-failed.ts';
import { NoAnswer } from './session/fetch-in-time.ts';
import { SHOP_UNAVAILABLE } from './fetching/failures/shop-unavailable.ts';
import { accountMessages } from './messages/account-messages.ts';
import { generalMessages } from './messages/general-messages.ts';
import { panelMessages } from './messages/panel-messages.ts';
import { partnerMessages } from './messages/partner-messages.ts';
import { purchaseMessages } from './messages/purchase-messages.ts';
import { rifaMessages } from './messages/rifa-messages.ts';
import type { MessagesOf } from './messages/messages-of.ts';
export { isApiError } from './fetching/failures/is-api-error.ts';

const NO_ANSWER = 'A resposta demorou demais e não chegou. Confira sua internet e tente de novo.';
const UNEXPECTED = 'Ocorreu um erro inesperado. Tente novamente.';
const INVALID_INPUT = 'Confira os dados informados e tente novamente.';

const messages: MessagesOf<ErrorCode> = {
  ...generalMessages,
  ...accountMessages,
  ...purchaseMessages,
  ...rifaMessages,
  ...partnerMessages,
  ...panelMessages,
};

/** For responses without an error code of the API, e.g. from a proxy. */
const messageByStatus: Record<number, string> = {
  400: INVALID_INPUT,
  401: generalMessages.NOT_AUTHENTICATED as string,
  404: generalMessages.NOT_FOUND as string,
  406: generalMessages.NOT_FOUND as string,
  413: 'Isto é grande demais para enviar de uma vez. Divida em partes menores e tente de novo.',
  503: SHOP_UNAVAILABLE,
};

/** The message for a failed call. Never empty. */
export function errorMessage(error: unknown): string {
  if (error instanceof NoAnswer) return NO_ANSWER;
  if (error instanceof TypeError) return CONNECTION_FAILED;
  if (!(error instanceof ORPCError)) return UNEXPECTED;
  if (error.defined && error.code in messages) {
    const sentence = messages[error.code as ErrorCode] as string | ((data: unknown) => string | undefined);
    if (typeof sentence === 'string') return sentence;
    // During a deployment, an older server may send less data.
    return sentence(error.data ?? {}) ?? UNEXPECTED;
  }
  return messageByStatus[error.status] ?? UNEXPECTED;
}
