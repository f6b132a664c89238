/** Operations of the contract, with ids and contacts of the victim in their input. */
import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '@mare/contract/contract.ts';
import { PROCEDURE_NAMES } from '../requests/procedures.testing.ts';
import { SAMPLE_INPUTS } from '../requests/sample-inputs.testing.ts';
import type { ShopResponse, AttackedShop, Caller } from './attacked-shop.testing.ts';
import {
  callerOf,
  type Choose,
  chooser,
  codeFor,
  type AttackerState,
  type Picks,
} from './attacker-state.testing.ts';
import { PASSWORD, type Person } from './people.testing.ts';

/** Called more often: they change identities or the destinations of mail and money. */
export const SENSITIVE = PROCEDURE_NAMES.filter((name) =>
  /^(accounts|affiliates|partners|campaigns|notifications\.\w*(WhatsApp|Push)|orders\.\w*(ookup|ooked|ift|ithdraw)|admin\.\w*(ayout|Pix|efund|artner)|admin\.people)/.test(
    name,
  ),
);

export async function callProcedure(state: AttackerState, name: string, given: Picks): Promise<ShopResponse> {
  const choose = chooser(given);
  const caller = callerOf(state, choose);
  const input = replaceValues(state, name, SAMPLE_INPUTS[name], choose);
  const response = await callApi(state.shop, caller, name, input, (request) => state.sent.push(request));
  const [cookie] = response.headers.getSetCookie();
  if (cookie?.startsWith('mare_')) state.cookie = cookie.split(';')[0]!;
  return response;
}

/** Calls a procedure of the contract over HTTP. @param onSend gets the URL and the body */
export async function callApi(
  shop: AttackedShop,
  caller: Caller,
  name: string,
  input: unknown,
  onSend: (request: string) => void = () => undefined,
): Promise<ShopResponse> {
  let response: ShopResponse | undefined;
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    fetch: async (request) => {
      const body = request.method === 'GET' ? '' : await request.clone().text();
      onSend(`${decodeURIComponent(request.url)} ${body}`);
      response = await shop.send(request, caller);
      const { status, headers, text } = response;
      return new Response([204, 304].includes(status) ? null : text, { status, headers });
    },
  });
  const procedure = name
    .split('.')
    .reduce((level, key) => (level as Record<string, unknown>)[key], createORPCClient(link) as unknown);
  await (procedure as (input: unknown) => Promise<unknown>)(input).catch(() => null);
  if (!response) throw new Error(`${name} was not sent: add a valid input in sample-inputs.testing.ts`);
  return response;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Replaces ids, e-mail addresses, phones and codes of a sample input. */
function replaceValues(
  state: AttackerState,
  name: string,
  input: unknown,
  choose: Choose,
  key = '',
): unknown {
  if (input instanceof File || input === null) return input;
  if (Array.isArray(input)) return input.map((item) => replaceValues(state, name, item, choose, key));
  if (typeof input === 'object')
    return Object.fromEntries(
      Object.entries(input).map(([field, part]) => [field, replaceValues(state, name, part, choose, field)]),
    );
  if (typeof input !== 'string') return input;
  const { victim, own } = state;
  const ownAccount = own ?? victim;
  if (UUID.test(input) && key !== 'requestId' && key !== 'idempotency-key')
    return choose([idFor(name, key, victim), idFor(name, key, victim), idFor(name, key, ownAccount)]);
  if (key === 'pixKey') return choose(['ladrao@pix.example', '82988880000', victim.pixKey]);
  if (key === 'contact') return choose([victim.email, victim.phone, ownAccount.email]);
  if (key === 'phone') return choose([victim.phone, '82988880000', ownAccount.phone]);
  if (key === 'email') return choose([victim.email, victim.email, ownAccount.email, 'ladrao@caixa.example']);
  if (key === 'password') return state.knowsPassword ? PASSWORD : 'senha-chutada';
  if (key === 'code' && input === 'VALID') return choose([victim.ids.voucherCode!, 'VALID']);
  if (key === 'code') return choose([codeFor(state), '123456']);
  return input;
}

const KIND_OF_KEY: Record<string, string> = {
  rifaId: 'rifa',
  externalReference: 'reference',
  reference: 'reference',
  orderId: 'order',
  formerId: 'user',
  userId: 'user',
};
const KIND_OF_FEATURE: [RegExp, string][] = [
  [/^accounts\.revokeSession/, 'session'],
  [/^(accounts|admin\.people)/, 'user'],
  [/Affiliate/, 'affiliate'],
  [/Voucher|voucher/, 'voucher'],
  [/Partner/, 'partner'],
  [/^orders/, 'order'],
  [/^(support|desk)/, 'ticket'],
  [/ifas/, 'rifa'],
];

function idFor(name: string, key: string, { ids }: Person): string {
  const kind = KIND_OF_KEY[key] ?? KIND_OF_FEATURE.find(([pattern]) => pattern.test(name))?.[1] ?? 'order';
  return ids[kind]!;
}
