/** A test authority, and a token made by OpenSSL. */
import { fromBase64, toBase64 } from '../base64.ts';
import { respondToTimestampRequest, type Authority, makeAuthority } from './authority.ts';
import { formatTimestampRequest, parseTimestampReply } from './timestamp-request.ts';

export const VALID = { notBefore: new Date('2020-01-01'), notAfter: new Date('2040-01-01') };

export const makeTestAuthority = (name = 'Carimbo de teste') => makeAuthority(name, VALID);

/** @param time ISO. @returns the token, base64 */
export async function stampHash(authority: Authority, hash: Uint8Array, time: string): Promise<string> {
  const request = formatTimestampRequest(hash);
  const issue = { time: new Date(time), serial: Uint8Array.of(7) };
  const reply = await respondToTimestampRequest(request, authority, issue);
  return toBase64(parseTimestampReply(reply!)!);
}

/**
 * `openssl ts -reply -token_out` over SHA-256 of 'carimbo', at 2026-11-22T23:56:36Z with an accuracy of 1 s: an RSA
 * signer under an intermediate authority on P-384 under an RSA root.
 */
export const OPENSSL_TOKEN = fromBase64(
  [
    'MIIH4gYJKoZIhvcNAQcCoIIH0zCCB88CAQMxDzANBglghkgBZQMEAgEFADBoBgsqhkiG9w0BCRABBKBZBFcwVQIBAQYEKgMEATAxMA0G',
    'CWCGSAFlAwQCAQUABCA7CYi5HBHyKPc0Wlehj9JfelNOBhYEdJlNShX/LB5xcgIBAhgPMjAyNjExMjIyMzU2MzZaMAMCAQGgggU+MIIC',
    'ojCCAiegAwIBAgIUGGY/t55RIs1xj7V+RTZtdtS2rlQwCgYIKoZIzj0EAwIwITEfMB0GA1UEAwwWSW50ZXJtZWRpYXJpYSBkZSB0ZXN0',
    'ZTAeFw0yNjExMjIyMzU2MzZaFw00NjExMTcyMzU2MzZaMBsxGTAXBgNVBAMMEENhcmltYm8gZGUgdGVzdGUwggEiMA0GCSqGSIb3DQEB',
    'AQUAA4IBDwAwggEKAoIBAQCsBGvDi5aKOMiFG6vxhc59HWgZrGAGd/BxmgedIamN992t4e7qopqOSI8l8dlV10IfyViY3qrB3U5ALHEk',
    'ilg3YiMUe8QoBq9M4RXLVUPno1or/MkyMGSWeULMTrGfFlBMFRcYfvMr50gdliHrzVwGRok36KB16LqD8rjxSOsUCuJzy05R+/XTeAEl',
    'O7IEj+bk0j8pKf2+UZPjpQrqXB/NW7uYpXplBzpwJvhxaFDl58orfoV70P0/kxWFfvjzdMFZZrFkN6ZmgIi+LFtDxOOuupfn4v0tWi9B',
    'p0rH2reeQCfe066STMfW2SxqsbqTzIe0qXZumtLYNdytsxszV8SVAgMBAAGjeDB2MAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA',
    'MBYGA1UdJQEB/wQMMAoGCCsGAQUFBwMIMB0GA1UdDgQWBBTna6mr/Mp5d1BFS8HPohlRnO/KCjAfBgNVHSMEGDAWgBTH79FAwTjBsplP',
    'euzAGfLK//XTMzAKBggqhkjOPQQDAgNpADBmAjEAvbAIWB3yQYpTsEtNSIsxDJns0k8AGfNXdLNaSl8d9DctExoZp7LJIJhPFlw6x3Cd',
    'AjEAxmy9ygFRtQO6s6l3INw1Mv+NhcjNmQ1eg4f8acK2ykP01TULbFubQCtbSilxPjfLMIIClDCCAXygAwIBAgIUcc3cZx/aVkhHgqFx',
    'cvarcl8KnlUwDQYJKoZIhvcNAQEMBQAwMDEWMBQGA1UECgwNUmFpeiBkZSB0ZXN0ZTEWMBQGA1UEAwwNUmFpeiBkZSB0ZXN0ZTAeFw0y',
    'NjExMjIyMzU2MzVaFw00NjExMTcyMzU2MzVaMCExHzAdBgNVBAMMFkludGVybWVkaWFyaWEgZGUgdGVzdGUwdjAQBgcqhkjOPQIBBgUr',
    'gQQAIgNiAARFvNq7IinCGx0P0lslcd16TkbUmLWRcV9oG74ufPJHCCIDmyfuMaS/r25fK4cxC1VvV8uM1ek4L7uPXcjaSE7iLtiutlF+',
    'pGAedZl75JRKW8NkMmxC/5WbLjGgodXd9dWjYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBTH79FA',
    'wTjBsplPeuzAGfLK//XTMzAfBgNVHSMEGDAWgBRHrfNv/t7P2Kyj7ui5WtkIM92raDANBgkqhkiG9w0BAQwFAAOCAQEApk8Z8fZEvGyB',
    'ZgYj1oVdP6coeR9e1EZT0/KIOP1I/GCHjk614bniqyluvaU3RsPvHaB/hqEuK4lOMato59zizGVhmA/XkO5Vpv+63AipBJMoW+3r6v+b',
    '2aduDhL4IwQWsTJFuiauedhdtKu4a84ED8JaalT22YWcbjDuAS12WRK81svgXz1RdGFRzBERMxfQKUjLUedtFV1RJ6uUnYFpXfHgkAen',
    'SgCL+snvBW/FqsPxesznwvKSPSscB7XbAsGA2tLaCvegy6XP8DimOEdl153YdYpV6ACJf6VJ5q1FJo098vr75RuBzQuiLXm8iVartjr6',
    '4q6DQstBpIgDwvFKMzGCAgswggIHAgEBMDkwITEfMB0GA1UEAwwWSW50ZXJtZWRpYXJpYSBkZSB0ZXN0ZQIUGGY/t55RIs1xj7V+RTZt',
    'dtS2rlQwDQYJYIZIAWUDBAIBBQCggaQwGgYJKoZIhvcNAQkDMQ0GCyqGSIb3DQEJEAEEMBwGCSqGSIb3DQEJBTEPFw0yNjExMjIyMzU2',
    'MzZaMC8GCSqGSIb3DQEJBDEiBCBEsqKkIjhmZZrbOppfkKud5MFzFDcXLRxrY7SC3iY7PjA3BgsqhkiG9w0BCRACLzEoMCYwJDAiBCAP',
    'Qqsx4RMN11QJcdXQU0H+keD8RP9HAk8kG1D/1PtB4jANBgkqhkiG9w0BAQEFAASCAQCHym/JPJPATwZaIAUeZCIKSToc6DUPBenz/BWA',
    'kwThdAAZr9GV/ECYhVp0vZt++2JF2Tzudh340n3XdFRPvLIAKia/qorWxE329pxQJ5JPPUe4MGvI1sLIDtG05jrgxKod662zTeVqkoqu',
    'F7jv3WhMCJgNXaQ6/7c8Qiur/yHCrjoq27Vl+itp5cpZTqSYzWx15gCxlw0JpW5RVgYeeliZbFRSMOjbsqfeJpJJGozRFflqGVSHdY/D',
    '62GTxFsFJKwtDFoQmL4t4hnd6Kg2eU1Zx676jIzBRGem3aRzWSNPSrpmSHQlf6hSimA9pDWIyE2rvLAr2TxVNA6a8+xzxMeF',
  ].join(''),
)!;
export const OPENSSL_ROOT = `
-----BEGIN CERTIFICATE-----
MIIDMDCCAhigAwIBAgIUIEDKSBC1XVpcerzqZBjUIVT3DcEwDQYJKoZIhvcNAQEL
BQAwMDEWMBQGA1UECgwNUmFpeiBkZSB0ZXN0ZTEWMBQGA1UEAwwNUmFpeiBkZSB0
ZXN0ZTAeFw0yNjExMjIyMzU2MzRaFw00NjExMTcyMzU2MzRaMDAxFjAUBgNVBAoM
DVJhaXogZGUgdGVzdGUxFjAUBgNVBAMMDVJhaXogZGUgdGVzdGUwggEiMA0GCSqG
SIb3DQEBAQUAA4IBDwAwggEKAoIBAQDkvfp8erZQrfpsjhfMKVrPh5VNY7dpWTyv
yH3O1KH2/b/VdW1qfUkxP2OXtnwycKQTzeSYr/6qPGXbpdLprE5z469CjhjyChjW
nTkKa4khtbEVyzC+07l2XdIzqh1Whqe/hnn2H/7ly3XDqEq8YofQOoR98cb4APQY
qx0uhZetEdN10fPWYIgF2v3OduFeQ+RCAiDNa89WfNOWx9DNpw8scwQIdIyejlKD
JnSzrrbTlXC28eKQymtoOcNNzea+uSRjxo0fuJMvQX9tBLsI7rrg8z0QQGXehLGN
jMDWZNexZyyujFIB7nHXABcgIIJPCM1H9Kxkxduh4stEc5xDeEY3AgMBAAGjQjBA
MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBRHrfNv
/t7P2Kyj7ui5WtkIM92raDANBgkqhkiG9w0BAQsFAAOCAQEAduyv5+s8/7Q+tzjA
AtRG2gn3CGgMYgwq9tV96yy7pPlJW7Bt/U4nNDJNXF5Uh/nM8o7OF/QKPpdhanIV
DXviOL3OOKhPNIj7Sxi8O/TUzfYZ/PiLy/hhw9RI0rQTLXnjXrO0NVTGy3jG+D6G
84Ti67lReMKXiU5xj6pag4P9uQ0BJGG4I0cUvQ/n877yFoREo43h3nYCCgfVeSnl
IZJ2xyvYvG8B/H7wQqD3mvuyu0EK0AI/gSEHox45ud9F6/XUCOV9f1kjnWv2mt3L
7M1txK+xltUv91P12K4+LmHA7IBDr5WxxLom2sgjKhllZCPf3jhlwf6+EnGgIPJj
liKIWQ==
-----END CERTIFICATE-----
`;
