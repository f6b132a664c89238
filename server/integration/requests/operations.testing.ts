/** All endpoints: the API operations from its OpenAPI description, and those outside the API. */

/** The subset of JSON Schema that the description uses. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  required?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

export interface Operation {
  name: string;
  method: string;
  /** Path template, e.g. `/api/rifas/{id}`. */
  path: string;
  parameters: { in: 'path' | 'query' | 'header'; name: string; schema: JsonSchema }[];
  body: JsonSchema | null;
}

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
}
interface DescribedOperation {
  operationId: string;
  parameters?: Operation['parameters'];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export function operationsIn(description: unknown): Operation[] {
  return Object.entries((description as Description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path: `/api${path}`,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

const TEXT: JsonSchema = { type: 'string' };

function describeOperation(
  method: string,
  path: string,
  fields: Record<string, JsonSchema> | null = null,
): Operation {
  const [route, query = ''] = path.split('?');
  return {
    name: `${method} ${route}`,
    method,
    path: route!,
    parameters: [
      ...[...route!.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        in: 'path' as const,
        name: name!,
        schema: TEXT,
      })),
      ...query
        .split('&')
        .filter(Boolean)
        .map((name) => ({ in: 'query' as const, name, schema: TEXT })),
    ],
    body: fields && { type: 'object', properties: fields },
  };
}

const EMAIL: JsonSchema = { anyOf: [{ type: 'string', format: 'email' }, TEXT] };
const ID: JsonSchema = { type: 'string', format: 'uuid' };
const KIND: JsonSchema = {
  enum: ['signup', 'recovery', 'email_change', 'magiclink', 'email', 'phone_change', ''],
};
const FACTOR: JsonSchema = { enum: ['totp', 'phone', 'webauthn', ''] };
const PROOF = { code_challenge: TEXT, code_challenge_method: { enum: ['s256', 'plain', 'x'] } };

/** Endpoints outside the API. */
export const OTHER_OPERATIONS: Operation[] = [
  describeOperation('POST', '/auth/v1/signup?redirect_to', {
    email: EMAIL,
    password: TEXT,
    phone: TEXT,
    data: {},
    ...PROOF,
  }),
  describeOperation('POST', '/auth/v1/token?grant_type', {
    email: EMAIL,
    password: TEXT,
    refresh_token: TEXT,
  }),
  describeOperation('POST', '/auth/v1/token?grant_type=password&x', { email: EMAIL, password: TEXT }),
  describeOperation('POST', '/auth/v1/token?grant_type=refresh_token&x', { refresh_token: TEXT }),
  describeOperation('POST', '/auth/v1/token?grant_type=pkce&x', { auth_code: TEXT, code_verifier: TEXT }),
  describeOperation('GET', '/auth/v1/user'),
  describeOperation('PUT', '/auth/v1/user?redirect_to', {
    email: EMAIL,
    password: TEXT,
    phone: TEXT,
    data: {},
    ...PROOF,
  }),
  describeOperation('POST', '/auth/v1/recover?redirect_to', { email: EMAIL, ...PROOF }),
  describeOperation('POST', '/auth/v1/resend?redirect_to', { email: EMAIL, type: KIND }),
  describeOperation('GET', '/auth/v1/verify?token&type&redirect_to'),
  describeOperation('POST', '/auth/v1/verify', { email: EMAIL, token: TEXT, token_hash: TEXT, type: KIND }),
  describeOperation('POST', '/auth/v1/otp', { email: EMAIL, phone: TEXT }),
  describeOperation('GET', '/auth/v1/authorize?provider&redirect_to&code_challenge&code_challenge_method'),
  describeOperation('GET', '/auth/v1/callback?state&code&error'),
  describeOperation('POST', '/auth/v1/callback', { state: TEXT, code: TEXT }),
  describeOperation('GET', '/auth/v1/user/identities/authorize?provider'),
  describeOperation('DELETE', '/auth/v1/user/identities/{id}'),
  describeOperation('POST', '/auth/v1/factors', {
    factor_type: FACTOR,
    friendly_name: TEXT,
    phone: TEXT,
    issuer: TEXT,
  }),
  describeOperation('DELETE', '/auth/v1/factors/{id}'),
  describeOperation('POST', '/auth/v1/factors/{id}/challenge', { channel: TEXT }),
  describeOperation('POST', '/auth/v1/factors/{id}/verify', { challenge_id: ID, code: TEXT }),
  describeOperation('GET', '/auth/v1/{rest}'),
  describeOperation('POST', '/webhooks/mercadopago?data.id&type&id&topic', {
    action: TEXT,
    type: { enum: ['payment', 'topic_merchant_order_wh', 'x'] },
    data: { type: 'object', properties: { id: TEXT } },
  }),
  describeOperation('POST', '/webhooks/email', {
    type: { enum: ['bounce', 'email.complained', 'x'] },
    email: EMAIL,
  }),
  describeOperation('GET', '/pagamentos/retorno/sucesso?external_reference&payment_id'),
  describeOperation('GET', '/pagamentos/retorno/{screen}?external_reference&payment_id'),
  describeOperation('GET', '/exportar/pessoas.csv?segment&search'),
  describeOperation('GET', '/exportar/{file}?search&status'),
  describeOperation('GET', '/exportar/extrato.xlsx?de&ate'),
  describeOperation('GET', '/exportar/extrato.pdf?de&ate'),
  describeOperation('GET', '/sorteios/{rifaId}/lista.txt'),
  describeOperation('GET', '/sorteios/{rifaId}/prova.txt'),
  describeOperation('GET', '/pedido/{reference}/comprovante.pdf'),
  describeOperation('GET', '/imagens/{file}'),
  describeOperation('GET', '/og/rifas/{file}.png'),
  describeOperation('GET', '/{anything}?ref&utm_source'),
  describeOperation('PATCH', '/api/{anything}', {}),
];
