/** SSRF protection: allows only public IP addresses. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Private, loopback, link-local, shared, documentation, multicast and reserved (IANA special-purpose registry). */
const CLOSED_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Within 2000::/3: documentation, and ranges that embed IPv4. */
const CLOSED_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, prefix] of CLOSED_V4) closed.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of CLOSED_V6) closed.addSubnet(net, prefix, 'ipv6');
const givenOut = new BlockList();
givenOut.addSubnet('2000::', 3, 'ipv6');

export function isPublicIpAddress(ipAddress: string): boolean {
  if (isIPv4(ipAddress)) return !closed.check(ipAddress, 'ipv4');
  return isIPv6(ipAddress) && givenOut.check(ipAddress, 'ipv6') && !closed.check(ipAddress, 'ipv6');
}
