import { expect, test } from 'vitest';
import { isPublicIpAddress } from './public-ip-address.ts';

// @covers storefront 4: push messages that only the browser can read (RFC 8291), signed (RFC 8292), to public
//   addresses alone
test.each(['8.8.8.8', '142.250.79.74', '2800:3f0:4001:81a::200a', '2606:4700::6810:84e5'])(
  '%s is public',
  (ipAddress) => {
    expect(isPublicIpAddress(ipAddress)).toBe(true);
  },
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not public', (ipAddress) => {
  expect(isPublicIpAddress(ipAddress)).toBe(false);
});
