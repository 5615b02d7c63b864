import { expect, test } from 'vitest';
import { findEndSite, getClientSubnet } from '#server/proxy/client-subnet.ts';

test.each([
  ['203.0.113.7:51234', '203.0.113.7', undefined],
  ['::FFFF:203.0.113.7', '203.0.113.7', undefined],
  ['[2001:db8:0:1200::1]:51234', '2001:db8:0:1200::/56', '2001:db8::/48'],
  ['2001:db8:0:12ff:ffff:ffff:ffff:ffff', '2001:db8:0:1200::/56', '2001:db8::/48'],
  ['::1', '::/56', '::/48'],
  ['fe80::1%eth0', 'fe80::/56', 'fe80::/48'],
  ['1:2:3:4:5:6:7:8', '1:2:3::/56', '1:2:3::/48'],
  ['nonsense', 'unknown', undefined],
  [undefined, 'unknown', undefined],
])('the subnet of %s is %s, its /48 is %s', (address, subnet, site) => {
  expect(getClientSubnet(address)).toBe(subnet);
  expect(findEndSite(subnet)).toBe(site);
});
