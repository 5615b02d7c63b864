import { expect, test } from 'vitest';
import { findEndSite, getClientSubnet } from '#server/proxy/client-subnet.ts';

test.each([
  ['203.0.113.7:51234', '203.0.113.7', undefined],
  ['::FFFF:203.0.113.7', '203.0.113.7', undefined],
  ['[2001:db8:0:1200::1]:51234', '20010db8000012', '20010db80000'],
  ['2001:db8:0:12ff:ffff:ffff:ffff:ffff', '20010db8000012', '20010db80000'],
  ['::1', '00000000000000', '000000000000'],
  ['fe80::1%eth0', 'fe800000000000', 'fe8000000000'],
  ['1:2:3:4:5:6:7:8', '00010002000300', '000100020003'],
  ['nonsense', 'unknown', undefined],
  [undefined, 'unknown', undefined],
])('the subnet of %s is %s, its /48 is %s', (address, subnet, site) => {
  expect(getClientSubnet(address)).toBe(subnet);
  expect(findEndSite(subnet)).toBe(site);
});
