/** Redacts secrets and personal data in JSON log lines, by field name and by pattern. */

const REMOVED = '[removido]';

const FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'senha',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'accessToken',
  'refreshToken',
  'apikey',
  'cpf',
  'email',
  'phone',
  'address',
  'birthDate',
  'birth_date',
  'copyPaste',
  // PostgreSQL errors: rows and parameters.
  'detail',
  'where',
  'parameters',
];

const SECRET_FIELD = new RegExp(
  String.raw`"(${FIELDS.join('|')})":(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)`,
  'gi',
);

const LOOKS: [RegExp, string][] = [
  // Passwords in connection URLs.
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"]{0,100}:)[^\s@/"]{1,200}@/gi, `$1${REMOVED}@`],
  [/\bBearer\s+[\w.~+/=-]{8,}/gi, `Bearer ${REMOVED}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g, REMOVED],
  [/[\w.%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi, REMOVED],
  [/\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g, REMOVED],
  [/(?:\+55\s?|\b)\(?\d{2}\)?\s9?\d{4}-\d{4}\b/g, REMOVED],
  // A Pix code.
  [/\b000201\d{2}[\w.*@+\- /]{40,}6304[0-9A-F]{4}\b/g, REMOVED],
];

export function redactPersonalData(line: string): string {
  let clean = line.replace(SECRET_FIELD, `"$1":"${REMOVED}"`);
  for (const [look, instead] of LOOKS) clean = clean.replace(look, instead);
  return clean;
}
