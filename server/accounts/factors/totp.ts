/** TOTP (RFC 6238): SHA-1, six digits, steps of 30 seconds. */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD_SECONDS = 30;
/** Clock skew tolerance in steps, before and after the current one. */
const WINDOW = 1;
export const SECRET_BYTES = 20;

/** @returns the time step of the code, or null if it is invalid */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const totp = new TOTP({ secret: secretOf(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

export interface TotpEnrolment {
  /** An SVG without `#`: the client puts it into a data URL unencoded. */
  qr_code: string;
  /** Base32. */
  secret: string;
  uri: string;
}

export function describeTotp(secret: Buffer, issuer: string, account: string): TotpEnrolment {
  const { base32 } = secretOf(secret);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const uri = `otpauth://totp/${label}?secret=${base32}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${PERIOD_SECONDS}`;
  return { qr_code: renderSVG(uri, { blackColor: 'black', whiteColor: 'white' }), secret: base32, uri };
}

function secretOf(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
