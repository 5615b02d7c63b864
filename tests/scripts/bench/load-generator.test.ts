import { expect, it } from 'vitest';
import { parseAutocannon, parseWrk } from '#scripts/bench/load-generator.ts';

const wrk = (problem = '') => `Running 2s test @ http://127.0.0.1:4777/
  1 threads and 4 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   108.55us  107.41us   4.04ms   95.33%
    Req/Sec    36.64k     4.77k   42.07k    85.71%
  76438 requests in 2.10s, 10.86MB read
${problem}Requests/sec:  36407.40
Transfer/sec:      5.17MB
`;

it('requests and requests a second are read from what wrk prints', () => {
  expect(parseWrk(wrk())).toEqual({ requests: 76438, perSecond: 36407.4 });
});

it.each([
  '  Non-2xx or 3xx responses: 12\n',
  '  Socket errors: connect 0, read 3, write 0, timeout 0\n',
])('a run of wrk with %j is no result', (problem) => {
  expect(() => parseWrk(wrk(problem))).toThrow(problem.trim());
});

it('anything else than the output of wrk is no result', () => {
  expect(() => parseWrk('unable to connect to 127.0.0.1')).toThrow('unable to connect');
});

const autocannon = { requests: { total: 500 }, duration: 2, errors: 0, '4xx': 0, '5xx': 0 };

it('requests and requests a second are read from the JSON of autocannon, behind what npm says', () => {
  const text = `npm notice\n${JSON.stringify(autocannon)}`;
  expect(parseAutocannon(text)).toEqual({ requests: 500, perSecond: 250 });
});

it('a run of autocannon that met errors is no result', () => {
  expect(() => parseAutocannon(JSON.stringify({ ...autocannon, '5xx': 7 }))).toThrow('5xx: 7');
  expect(() => parseAutocannon('{}')).toThrow('errors: NaN');
});
