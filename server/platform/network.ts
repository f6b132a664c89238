/** The subscriber of an IP address: the key of rate limits. */
import { isIPv4, isIPv6 } from 'node:net';

/** The /24 (IPv4) or /64 (IPv6) of an IP address, in which one attacker has many addresses. */
export function networkOf(ipAddress: string | null): string {
  const subscriber = subscriberOf(ipAddress);
  return isIPv4(subscriber) ? subscriber.replace(/\.\d+$/, '') : subscriber;
}

/**
 * Network of one subscriber: an IPv4 address, which thousands of mobile phones may share, or the /64 of
 * an IPv6 address, in which one machine takes a new address as often as it likes.
 */
export function subscriberOf(ipAddress: string | null): string {
  if (!ipAddress) return 'unknown';
  if (isIPv4(ipAddress)) return ipAddress;
  const groups = ipv6Groups(ipAddress.replace(/%.*$/, ''));
  if (!groups) return 'unknown';
  // IPv4-mapped (::ffff:0:0/96): the /64 would be the same for the whole of IPv4.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

const PRIVATE_IPV4 = /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./;
const PRIVATE_IPV6 = /^(?:0|f[cd]\w\w|fe[89ab]\w):/;

/** Same as `subscriberOf`; null for an IP address outside the internet: a proxy's, or this machine's. */
export function publicNetworkOf(ipAddress: string | null): string | null {
  const subscriber = subscriberOf(ipAddress);
  const isPrivate = isIPv4(subscriber) ? PRIVATE_IPV4.test(subscriber) : PRIVATE_IPV6.test(subscriber);
  return isPrivate || subscriber === 'unknown' ? null : subscriber;
}

/** The eight groups of an IPv6 address, which may end in an IPv4 address; null when it is not one. */
function ipv6Groups(ipAddress: string): number[] | null {
  if (!isIPv6(ipAddress)) return null;
  const [head = [], tail] = ipAddress.split('::').map(readGroups);
  if (tail === undefined) return head;
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

function readGroups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
