import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOpenssl } from './programs.ts';

const openssl = await getOpenssl();

/** The host that the tests' certificate is for, and that the sample configurations name. */
export const siteHost = 'example.org';

/** Makes a certificate that nobody but the test trusts, in this folder. */
export function makeCertificate(folder: string) {
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = ['-subj', `/CN=${siteHost}`, '-addext', `subjectAltName=DNS:${siteHost}`];
  const files = ['-nodes', '-days', '2', '-keyout', keyFile, '-out', certificateFile];
  execFileSync(openssl, [...request, ...names, ...files], { stdio: 'ignore' });
  // Who trusts it trusts the proxy.
  return { certificateFile, keyFile, trusted: readFileSync(certificateFile, 'utf8') };
}
