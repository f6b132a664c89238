import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, publicNetworkOf, subscriberOf } from './network.ts';

describe('networkOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113'],
    ['2001:db8:0:1::7', '2001:db8:0:1'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:DB8::7', '2001:db8:0:0'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['::ffff:cb00:7109', '203.0.113'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['not an address', 'unknown'],
    [null, 'unknown'],
  ])('of %s is %s', (ipAddress, network) => {
    expect(networkOf(ipAddress)).toBe(network);
  });
});

describe('subscriberOf', () => {
  test('is the whole address of IPv4, also when mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipAddress) => {
        expect(subscriberOf(ipAddress)).toBe(ipAddress);
        expect(subscriberOf(`::ffff:${ipAddress}`)).toBe(ipAddress);
      }),
    );
  });

  test('is the same for all addresses of an IPv6 /64, however they are written', () => {
    const group = fc.integer({ min: 1, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const network = groups.slice(0, 4).map((each) => each.toString(16));
        const host = groups.slice(4).map((each) => each.toString(16).padStart(4, '0').toUpperCase());
        expect(subscriberOf([...network, ...host].join(':'))).toBe(network.join(':'));
        expect(subscriberOf(`${network.join(':')}::1`)).toBe(network.join(':'));
      }),
    );
  });
});

describe('publicNetworkOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:1::7', '2001:db8:0:1'],
    ['127.0.0.1', null],
    ['::1', null],
    ['::ffff:10.1.2.3', null],
    ['192.168.7.7', null],
    ['172.31.0.1', null],
    ['172.32.0.1', '172.32.0.1'],
    ['fd12::7', null],
    ['fe80::1%eth0', null],
    [null, null],
  ])('of %s is %s', (ipAddress, network) => {
    expect(publicNetworkOf(ipAddress)).toBe(network);
  });
});
